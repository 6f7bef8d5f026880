import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** `npx vite --config preview/vite.config.ts`: the boards with recorded observations, without a server. */
export default defineConfig({
  root: 'preview',
  plugins: [svelte({ configFile: false })],
  server: { fs: { allow: ['../..'] } },
  build: { outDir: '../../.preview', emptyOutDir: true },
});
