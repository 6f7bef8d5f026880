// Two sheets of ink: parchment by day, and by lamp light.
export const PALETTES = {
  light: {
    sea: '#b7cabd', seaDeep: '#8fb0ab', ripple: ['#7f9f9b', '#94b1aa', '#a6bfb4', '#b2c6ba'], land: '#efe1b9', landEdge: '#b08d4f',
    shadow: '#3d2f18', ink: '#3d2a12', fine: '#6b4a2a', hill: '#e9d7a8', shade: '#8a6a3f', leaf: '#93a160', leafInk: '#4b5a2a',
    river: '#5d8791', riverEdge: '#e9ddb6', text: '#31525a', paper: '#f2e5c3', frame: '#d9c28d', frameDark: '#3a2811', accent: '#a8321f', gold: '#c59a3a',
    graticule: '#54707a', rhumb: '#6b4a2a', vignette: '#3a2408', vignetteStrength: 0.42, wash: 0.27, glow: 0.62, border: '#7a2c1a',
    space: 'linearRGB', weave: 'k1="1.02" k2="0" k3=".12" k4="-.04"',
  },
  dark: {
    sea: '#1c2e3b', seaDeep: '#13222c', ripple: ['#4c7280', '#3f6270', '#33525f', '#2a4552'], land: '#54483a', landEdge: '#241b12',
    shadow: '#05080b', ink: '#d8bf88', fine: '#a58a58', hill: '#5c4c35', shade: '#2a2016', leaf: '#4d5a36', leafInk: '#8b9a63',
    river: '#5f93a6', riverEdge: '#33291c', text: '#7fb0bd', paper: '#3a2f21', frame: '#3b2e1d', frameDark: '#c8a869', accent: '#d0664a', gold: '#d9b25a',
    graticule: '#5e8794', rhumb: '#a58a58', vignette: '#000000', vignetteStrength: 0.42, wash: 0.26, glow: 0.5, border: '#e6b07a',
    space: 'sRGB', weave: 'k1=".95" k2="0" k3=".3" k4="-.02"',
  },
};

/** Washes of the lands, by day and by lamp light. */
export const LAND_COLOURS = {
  light: { red: '#b8432f', green: '#4f8a4b', orange: '#d4812c', yellow: '#d6ae1f', violet: '#7d519b' },
  dark: { red: '#c9543f', green: '#5c9c58', orange: '#e0903f', yellow: '#dcb83a', violet: '#9a6cb8' },
};
