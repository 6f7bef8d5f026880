/** Whether the page is light or dark now: the choice on the root element, else the system's. */
class Theme {
  name = $state<'light' | 'dark'>('light');

  constructor() {
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const read = (): void => {
      const chosen = document.documentElement.dataset['theme'];
      this.name = chosen === 'dark' || chosen === 'light' ? chosen : system.matches ? 'dark' : 'light';
    };
    read();
    system.addEventListener('change', read);
    new MutationObserver(read).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }
}

export const theme = new Theme();
