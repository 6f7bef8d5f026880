import { mount } from 'svelte';
import './style.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app') ?? document.body });

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
