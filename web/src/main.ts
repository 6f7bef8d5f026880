import { mount } from 'svelte';
import './style.css';
import App from './App.svelte';

const RELOADED = 'abbatia.reloaded';
const RETRY_AFTER = 10_000; // milliseconds: a file that fails again so soon after a reload is missing

// A newer version has taken the place of this one: load the page anew instead of showing nothing.
window.addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RETRY_AFTER) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

mount(App, { target: document.getElementById('app') ?? document.body });

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
