/** Styles use `@media (--wide)` and `(--narrow)`, which are defined once for all of them in src/breakpoints.css. */
import globalData from '@csstools/postcss-global-data';
import customMedia from 'postcss-custom-media';
import { fileURLToPath } from 'node:url';

const breakpoints = fileURLToPath(new URL('src/breakpoints.css', import.meta.url));

export default { plugins: [globalData({ files: [breakpoints] }), customMedia()] };
