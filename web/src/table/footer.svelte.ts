/** The footer that stays in sight at the end of the page, and its height, for what lies above it. */
export const footer = $state<{ height: number; element: HTMLElement | null }>({ height: 0, element: null });
