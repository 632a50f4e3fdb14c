import type { MantineColorsTuple } from '@mantine/core'

/** Ten shades each, 0 lightest; the main tone is 7 in light mode and 4 in dark mode. */
export const tones = {
  gray: ['#f8f9f8', '#f1f3f2', '#e4e7e5', '#d3d7d5', '#b4b9b6', '#8b918e', '#696f6c', '#494f4c', '#2a2f2d', '#141816'],
  dark: ['#eaeeec', '#c4c8c6', '#9fa5a2', '#797f7c', '#383d3b', '#282d2a', '#1f2321', '#151816', '#0e1110', '#070a09'],
  pilotTone: ['#fff4ee', '#ffe4d5', '#ffc6a5', '#ffa16f', '#ff803b', '#f96500', '#e94d00', '#cc3d00', '#992e01', '#612009'],
  inkLight: ['#f8f9f8', '#f1f3f2', '#e4e7e5', '#d3d7d5', '#8b918e', '#696f6c', '#494f4c', '#141816', '#2a2f2d', '#070a09'],
  inkDark: ['#ffffff', '#ffffff', '#f8f9f8', '#f4f6f5', '#eaeeec', '#ffffff', '#9fa5a2', '#797f7c', '#383d3b', '#3e4441'],
  successTone: ['#edf9f2', '#d7f1e0', '#abe4c2', '#76d19e', '#45bf82', '#00a768', '#008e53', '#007542', '#005831', '#00391f'],
  warningTone: ['#fbf5ea', '#f6e8cf', '#edd09c', '#e6be74', '#dfb35f', '#b98000', '#a06a00', '#845600', '#634000', '#402900'],
  dangerTone: ['#fff0f2', '#ffdde1', '#ffb9c3', '#ff9cad', '#ff7d94', '#ea486c', '#cd3157', '#ab2246', '#811933', '#541020'],
  infoTone: ['#edf7ff', '#d5edff', '#a9daff', '#8accff', '#6cbcf8', '#0f93e4', '#007bc8', '#0065a8', '#004b7e', '#003052'],
} as const satisfies Record<string, MantineColorsTuple>
