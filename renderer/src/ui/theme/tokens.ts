// Why: decision 0060.
/**
 * Every colour and size of the page, once. Colours become CSS variables (`--lc-…`) for each colour scheme; the Mantine
 * theme, the grid theme and all style sheets read only those variables.
 */

export type Scheme = 'light' | 'dark';

/** In the order of the schemes: light, dark. */
type Pair = readonly [light: string, dark: string];

export const surfaceColors = {
  canvas: ['#F7F8FA', '#0F1318'],
  rail: ['#EFF1F5', '#12171D'],
  surface: ['#FFFFFF', '#171C23'],
  sunken: ['#F4F5F8', '#1B2129'],
  raised: ['#FFFFFF', '#1F2630'],
  hairline: ['#E4E7EC', '#29313B'],
  'hairline-strong': ['#D3D8E0', '#38424E'],
  'border-control': ['#858E9C', '#727D8C'],
  'button-border': ['#C2C9D3', '#465160'],
  text: ['#141920', '#E9ECF0'],
  text2: ['#465060', '#B1BAC6'],
  text3: ['#616B7A', '#939EAD'],
  accent: ['#2F5BD8', '#3F6BE4'],
  'accent-hover': ['#264CBA', '#355FD6'],
  'accent-soft': ['#EAF0FD', '#1C2A4A'],
  'accent-text': ['#2850C4', '#9DB8FF'],
  'on-accent': ['#FFFFFF', '#FFFFFF'],
  focus: ['#2F5BD8', '#8FAEFF'],
  hover: ['#ECEFF4', '#28313C'],
  selected: ['#E6EDFC', '#1F2D4B'],
  scrim: ['rgba(16,22,32,0.42)', 'rgba(4,7,12,0.62)'],
  shadow1: ['0 1px 2px rgba(16,24,40,0.05)', '0 1px 2px rgba(0,0,0,0.35)'],
  shadow2: [
    '0 8px 24px rgba(16,24,40,0.12), 0 2px 6px rgba(16,24,40,0.08)',
    '0 12px 32px rgba(0,0,0,0.5), 0 2px 8px rgba(0,0,0,0.35)',
  ],
} as const satisfies Record<string, Pair>;

export const statusNames = [
  'created',
  'refused',
  'unknown',
  'skipped',
  'waiting',
  'warning',
  'error',
  'ok',
  'info',
  'practice',
] as const;
export type StatusName = (typeof statusNames)[number];

export const statusColors: Record<StatusName, { readonly text: Pair; readonly fill: Pair; readonly soft: Pair }> = {
  created: { text: ['#0F7350', '#57CFA3'], fill: ['#178A62', '#2FAE82'], soft: ['#E4F4ED', '#12302A'] },
  refused: { text: ['#BA2630', '#FF9A97'], fill: ['#C7323B', '#E4605F'], soft: ['#FCEBEC', '#3A1D22'] },
  unknown: { text: ['#8F5400', '#F3BA5C'], fill: ['#C67C00', '#E7A93F'], soft: ['#FFF3DD', '#352A14'] },
  skipped: { text: ['#596474', '#A9B3C0'], fill: ['#7E8898', '#7D8999'], soft: ['#EEF0F4', '#232A34'] },
  waiting: { text: ['#465060', '#B1BAC6'], fill: ['#DCE1E9', '#343D49'], soft: ['#F4F5F8', '#1B2129'] },
  warning: { text: ['#8F5400', '#F3BA5C'], fill: ['#C67C00', '#E7A93F'], soft: ['#FFF3DD', '#352A14'] },
  error: { text: ['#BA2630', '#FF9A97'], fill: ['#C7323B', '#E4605F'], soft: ['#FCEBEC', '#3A1D22'] },
  ok: { text: ['#0F7350', '#57CFA3'], fill: ['#178A62', '#2FAE82'], soft: ['#E4F4ED', '#12302A'] },
  info: { text: ['#2850C4', '#9DB8FF'], fill: ['#2F5BD8', '#5C84EE'], soft: ['#EAF0FD', '#1C2A4A'] },
  practice: { text: ['#7A3A9E', '#D5A6F0'], fill: ['#8B46B0', '#A465C9'], soft: ['#F5ECFA', '#2D2038'] },
};

/** Lanes of the request broker, in charts and in the request log. */
const laneColors = {
  import: ['#2F5BD8', '#6B92F5'],
  person: ['#DE7710', '#F0A04B'],
  refresh: ['#0B7A75', '#9BEBDD'],
  reconcile: ['#8B2F86', '#A84A9C'],
  other: ['#7E8898', '#98A3B2'],
} as const satisfies Record<string, Pair>;

type Ten = readonly [string, string, string, string, string, string, string, string, string, string];

/** The scales Mantine wants; components are coloured by the variables above wherever Mantine allows it. */
export const scales: { readonly accent: Ten; readonly gray: Ten; readonly dark: Ten } = {
  accent: [
    '#EAF0FD',
    '#D3DFFA',
    '#A9C0F5',
    '#9DB8FF',
    '#6B92F5',
    '#3F6BE4',
    '#2F5BD8',
    '#264CBA',
    '#1F3E98',
    '#1C2A4A',
  ],
  gray: ['#F7F8FA', '#F4F5F8', '#EFF1F5', '#E4E7EC', '#D3D8E0', '#C2C9D3', '#858E9C', '#616B7A', '#465060', '#141920'],
  dark: ['#E9ECF0', '#B1BAC6', '#939EAD', '#727D8C', '#38424E', '#29313B', '#1F2630', '#171C23', '#12171D', '#0F1318'],
};

/** Pixels. */
export const radius = { xs: 4, sm: 6, md: 8, lg: 10, xl: 14 } as const;
export const spacing = { xs: 4, sm: 8, md: 12, lg: 16, xl: 24 } as const;
export const fontSize = { xs: 11, sm: 12, md: 13, lg: 14, xl: 16 } as const;
export const controlHeight = { xs: 28, sm: 32, md: 36 } as const;
export const frameSize = { rail: 208, narrowRail: 72, header: 52, footer: 56 } as const;
export const gridSize = {
  row: 32,
  rowPreview: 30,
  rowCompact: 26,
  rowTwoLines: 56,
  header: 32,
  headerTwoLines: 34,
} as const;

/** Window widths in pixels at which panels change. */
export const breakpoint = { normal: 1400, wide: 1800 } as const;

export const fontFamily = "'Inter Variable', system-ui, sans-serif";
export const monoFamily = "ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace";

/** All colour variables of one scheme, `--lc-…` to value. */
export function colorVariables(scheme: Scheme): Record<string, string> {
  const at = scheme === 'light' ? 0 : 1;
  const variables: Record<string, string> = {};
  for (const [name, pair] of Object.entries(surfaceColors)) variables[`--lc-${name}`] = pair[at];
  for (const name of statusNames) {
    variables[`--lc-${name}`] = statusColors[name].text[at];
    variables[`--lc-${name}-fill`] = statusColors[name].fill[at];
    variables[`--lc-${name}-soft`] = statusColors[name].soft[at];
  }
  for (const [name, pair] of Object.entries(laneColors)) variables[`--lc-lane-${name}`] = pair[at];
  return variables;
}

/** Variables that are the same in both schemes. */
export function sizeVariables(): Record<string, string> {
  const variables: Record<string, string> = { '--lc-mono': monoFamily };
  for (const [name, value] of Object.entries(radius)) variables[`--lc-radius-${name}`] = `${value}px`;
  for (const [name, value] of Object.entries(frameSize)) variables[`--lc-size-${name}`] = `${value}px`;
  return variables;
}
