import {
  ActionIcon,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Input,
  Loader,
  Menu,
  Drawer,
  Modal,
  type MantineColorsTuple,
  Popover,
  type PopoverProps,
  Portal,
  SegmentedControl,
  Tooltip,
} from '@mantine/core';
import {
  colorVariables,
  controlHeight,
  fontFamily,
  fontSize,
  monoFamily,
  radius,
  scales,
  sizeVariables,
  spacing,
} from './tokens.ts';

const pixels = (sizes: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size}px`]));

type ControlSize = keyof typeof controlHeight;
const isControlSize = (size: unknown): size is ControlSize => typeof size === 'string' && size in controlHeight;
const controlSize = (size: unknown): ControlSize => (isControlSize(size) ? size : 'sm');

const inputFontSize: Record<ControlSize, number> = { xs: 12, sm: 13, md: 13 };
const buttonFontSize: Record<ControlSize, number> = { xs: 12, sm: 13, md: 13 };
const buttonPadding: Record<ControlSize, number> = { xs: 10, sm: 12, md: 14 };

/** In a low window, as at 200 %, a list or a menu has room on neither side: it takes the larger one and scrolls. */
const insideWindow: PopoverProps['middlewares'] = {
  flip: { fallbackStrategy: 'bestFit' },
  size: {
    padding: 4,
    apply: ({ availableHeight, rects, elements: { floating } }) => {
      // One that has room keeps its own greatest height, and is left by what opens in it.
      if (rects.floating.height <= availableHeight && floating.style.maxHeight === '') return;
      const overflowY = floating.scrollHeight > availableHeight ? 'auto' : '';
      Object.assign(floating.style, { maxHeight: `${availableHeight}px`, overflowY });
    },
  },
};

/** The element that dialogs and menus open in. */
export const overlaysId = 'overlays';

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily,
  fontFamilyMonospace: monoFamily,
  colors: {
    accent: scales.accent as MantineColorsTuple,
    gray: scales.gray as MantineColorsTuple,
    dark: scales.dark as MantineColorsTuple,
  },
  fontSizes: pixels(fontSize),
  lineHeights: { xs: '16px', sm: '16px', md: '19px', lg: '20px', xl: '24px' },
  spacing: pixels(spacing),
  radius: pixels(radius),
  headings: { fontFamily, fontWeight: '620' },
  components: {
    Input: Input.extend({
      defaultProps: { size: 'sm' },
      vars: (_theme, props) => ({
        wrapper: {
          '--input-height': `${controlHeight[controlSize(props.size)]}px`,
          '--input-fz': `${inputFontSize[controlSize(props.size)]}px`,
        },
      }),
    }),
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      vars: (_theme, props) => ({
        root: {
          '--button-height': `${controlHeight[controlSize(props.size)]}px`,
          '--button-fz': `${buttonFontSize[controlSize(props.size)]}px`,
          '--button-padding-x': `${buttonPadding[controlSize(props.size)]}px`,
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 28, variant: 'subtle', color: 'gray' } }),
    // Most choices have no choice of nothing. Not imported: the first page needs none.
    Select: { defaultProps: { allowDeselect: false } },
    Checkbox: Checkbox.extend({ defaultProps: { radius: 'xs', size: 'xs' } }),
    Loader: Loader.extend({ defaultProps: { type: 'oval' } }),
    Menu: Menu.extend({
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'none',
        radius: 'md',
        transitionProps: { duration: 120 },
      },
    }),
    Portal: Portal.extend({ defaultProps: { target: `#${overlaysId}` } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'none', radius: 'md', middlewares: insideWindow } }),
    Modal: Modal.extend({
      defaultProps: {
        // Its head is not a banner of the page.
        attributes: { header: { role: 'none' } },
        closeButtonProps: { 'aria-label': 'Close' },
        padding: 'lg',
        radius: 'lg',
        shadow: 'none',
        centered: true,
        transitionProps: { duration: 120 },
      },
    }),
    Drawer: Drawer.extend({
      defaultProps: { attributes: { header: { role: 'none' } }, closeButtonProps: { 'aria-label': 'Close' } },
    }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'xs', radius: 'sm', withItemsBorders: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: false, radius: 'sm' } }),
  },
});

/** What Mantine calls its roles, in our colours. Referring to variables keeps one list for both schemes. */
const mantineRoles: Record<string, string> = {
  '--mantine-color-body': 'var(--lc-canvas)',
  '--mantine-color-text': 'var(--lc-text)',
  '--mantine-color-dimmed': 'var(--lc-text2)',
  '--mantine-color-placeholder': 'var(--lc-text3)',
  '--mantine-color-default': 'var(--lc-surface)',
  '--mantine-color-default-hover': 'var(--lc-hover)',
  '--mantine-color-default-color': 'var(--lc-text)',
  '--mantine-color-default-border': 'var(--lc-border-control)',
  '--mantine-color-anchor': 'var(--lc-accent-text)',
  '--mantine-color-error': 'var(--lc-error)',
  '--mantine-color-disabled': 'var(--lc-sunken)',
  '--mantine-color-disabled-color': 'var(--lc-text3)',
  '--mantine-color-disabled-border': 'var(--lc-hairline-strong)',
  '--mantine-primary-color-filled': 'var(--lc-accent)',
  '--mantine-primary-color-filled-hover': 'var(--lc-accent-hover)',
  '--mantine-primary-color-light': 'var(--lc-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--lc-accent-text)',
  '--mantine-color-accent-filled': 'var(--lc-accent)',
  '--mantine-color-accent-filled-hover': 'var(--lc-accent-hover)',
  '--mantine-color-accent-light': 'var(--lc-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--lc-selected)',
  '--mantine-color-accent-light-color': 'var(--lc-accent-text)',
  '--mantine-color-accent-text': 'var(--lc-accent-text)',
  '--mantine-color-accent-outline': 'var(--lc-accent-text)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: sizeVariables(),
  light: { ...colorVariables('light'), ...mantineRoles },
  dark: { ...colorVariables('dark'), ...mantineRoles },
});
