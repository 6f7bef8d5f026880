/** The five colours of the cards, for washes of the map and for the cards. */
export const INKS: Record<string, { card: string; deep: string; light: string; glow: string }> = {
  red: { card: '#b8432f', deep: '#7c2418', light: '#f3d5cb', glow: '#ff8d73' },
  green: { card: '#4f8a4b', deep: '#2c5a2b', light: '#d9e8cf', glow: '#9be58f' },
  orange: { card: '#d4812c', deep: '#8d4f10', light: '#f8e1c2', glow: '#ffc27a' },
  yellow: { card: '#cfa71d', deep: '#7d6106', light: '#f7ebba', glow: '#ffe779' },
  violet: { card: '#7d519b', deep: '#4e2b69', light: '#e6d8ef', glow: '#d3a6f2' },
};

export const inkOf = (colour: string | undefined) => INKS[colour ?? ''] ?? { card: '#8a7657', deep: '#4f4230', light: '#efe6d4', glow: '#e8d5a8' };
