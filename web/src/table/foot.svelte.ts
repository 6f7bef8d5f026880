/** How tall the foot of the page is that stays in sight, for what shall lie above it. */
export const foot = $state({ height: 0 });
