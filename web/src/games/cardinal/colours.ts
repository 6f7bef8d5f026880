/** The colours of cards: our five, and three more for boards of one's own (`INKS` in board.py). */
export const INKS: Record<string, { card: string; deep: string; light: string; glow: string }> = {
  red: { card: '#b8432f', deep: '#7c2418', light: '#f3d5cb', glow: '#ff8d73' },
  green: { card: '#4f8a4b', deep: '#2c5a2b', light: '#d9e8cf', glow: '#9be58f' },
  orange: { card: '#d4812c', deep: '#8d4f10', light: '#f8e1c2', glow: '#ffc27a' },
  yellow: { card: '#cfa71d', deep: '#7d6106', light: '#f7ebba', glow: '#ffe779' },
  violet: { card: '#7d519b', deep: '#4e2b69', light: '#e6d8ef', glow: '#d3a6f2' },
  blue: { card: '#3f6fa8', deep: '#1f4272', light: '#d2e0f0', glow: '#8dbdf5' },
  brown: { card: '#8b5e3c', deep: '#573719', light: '#eaddd0', glow: '#d9ab84' },
  grey: { card: '#6f7276', deep: '#43464a', light: '#e2e3e5', glow: '#bcc1c7' },
};

export const inkOf = (colour: string | undefined) =>
  INKS[colour ?? ''] ?? { card: '#8a7657', deep: '#4f4230', light: '#efe6d4', glow: '#e8d5a8' };
