/** The foot of the page that stays in sight, and how tall it is, for what shall lie above it. */
export const footer = $state<{ height: number; element: HTMLElement | null }>({ height: 0, element: null });
