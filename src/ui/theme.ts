import { createTheme, virtualColor } from '@mantine/core'
import {
  menuCloseDelayMs,
  menuOpenDelayMs,
  menuWidthPx,
  overlayZIndex,
  tooltipMaxWidthPx,
} from '#platform/constants.ts'
import { tones } from './theme-colors.ts'

const family =
  '"Archivo Variable", "Archivo Stand-in", "Archivo Stand-in Wide", system-ui, -apple-system, "Segoe UI", sans-serif'
// Only virtual colours get a contrast colour for each mode, so that filled labels are right in both.
const perMode = (name: string, light: string, dark = light) => virtualColor({ name, light, dark })

const zIndex = overlayZIndex
const float = { transitionProps: { transition: 'fade-up', duration: 120 }, zIndex } as const
const delays = { openDelay: menuOpenDelayMs, closeDelay: menuCloseDelayMs }

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  white: '#ffffff',
  black: '#101312',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors: {
    ...tones,
    red: tones.dangerTone,
    green: tones.successTone,
    yellow: tones.warningTone,
    blue: tones.infoTone,
    orange: tones.pilotTone,
    pilot: perMode('pilot', 'pilotTone'),
    ink: perMode('ink', 'inkLight', 'inkDark'),
    success: perMode('success', 'successTone'),
    warning: perMode('warning', 'warningTone'),
    danger: perMode('danger', 'dangerTone'),
    info: perMode('info', 'infoTone'),
  },
  fontFamily: family,
  fontFamilyMonospace: family,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.1875rem' },
  lineHeights: { xs: '1.33', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.35' },
  fontWeights: { regular: '400', medium: '550', bold: '620' },
  headings: {
    fontFamily: family,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '2rem' },
      h2: { fontSize: '1rem', lineHeight: '1.375rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.125rem' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.125rem' },
      h6: { fontSize: '0.75rem', lineHeight: '1rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--bl-float)',
    lg: 'var(--bl-float)',
    xl: 'var(--bl-float)',
  },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  components: {
    Menu: {
      defaultProps: {
        ...float,
        ...delays,
        shadow: 'md',
        width: menuWidthPx,
        // Inside the landmark and the menu role that it belongs to.
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { ...float, shadow: 'md' } },
    ModalRoot: { defaultProps: { ...float, radius: 'lg', centered: true } },
    DrawerRoot: { defaultProps: { zIndex } },
    Tooltip: { defaultProps: { maw: tooltipMaxWidthPx, color: 'ink', fz: 'sm', zIndex } },
  },
})
