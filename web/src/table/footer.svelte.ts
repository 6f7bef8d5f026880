/** The footer at the end of the page: its height, and how much of what is above lies under it. */
export const footer = $state<{ height: number; covered: number; element: HTMLElement | null }>({
  height: 0,
  covered: 0,
  element: null,
});
