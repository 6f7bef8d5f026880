/** A page that shows a board with a recorded observation: `?moment=cardinal-turn&theme=dark&lang=fr`. */
import { mount } from 'svelte';
import '../src/style.css';
import Preview from './Preview.svelte';

const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
mount(Preview, {
  target: document.getElementById('app') as HTMLElement,
  props: {
    moment: query.get('moment') ?? 'cardinal-turn',
    language: query.get('lang') === 'fr' ? 'fr' : 'en',
    quiet: query.has('quiet'),
    own: query.has('own'),
  },
});
