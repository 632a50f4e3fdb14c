/** A portal's four colours, each `#rrggbb`. */
export interface Colors {
  background: string
  surface: string
  text: string
  accent: string
}

export const buttonStyles = ['filled', 'outline', 'line', 'round'] as const
export type ButtonStyle = (typeof buttonStyles)[number]

/** The parts of a page that can be put in order; what has nothing to show is left out by itself. */
export const blockIds = ['featured', 'release', 'links', 'events', 'products'] as const
export type BlockId = (typeof blockIds)[number]

/** A layout of the public page. It takes any name, any checked colours and no picture; the rest is its proposal. */
export interface Design {
  id: string
  typography: string
  colors: Colors
  buttons: ButtonStyle
  /** The name is set in capitals, each line as wide as the page. */
  poster: boolean
}

const design = (
  id: string,
  typography: string,
  [background, surface, text, accent]: [string, string, string, string],
  buttons: ButtonStyle,
  poster = false,
): Design => ({ id, typography, colors: { background, surface, text, accent }, buttons, poster })

export const designs: readonly Design[] = [
  design('cartel', 'archivo-narrow', ['#0b2e3a', '#0f4a57', '#fff3df', '#ffd34d'], 'filled', true),
  design('carab', 'newsreader', ['#dce5ea', '#eef3f5', '#15212c', '#a3201f'], 'line'),
  design('fanzine', 'mono', ['#f4f1e8', '#e7f13c', '#151515', '#c2185b'], 'outline', true),
  design('rejilla', 'bricolage', ['#f3efe6', '#dfe6d5', '#1f2d24', '#a2441c'], 'filled'),
  design('casete', 'space', ['#2a2438', '#3a3350', '#f6efe2', '#ff8a5b'], 'round'),
  design('marquesina', 'oswald', ['#15130f', '#26221a', '#fbf3dc', '#ff5a3c'], 'filled', true),
  design('programa', 'bodoni', ['#f7f3ea', '#ede5d3', '#2b1d16', '#7d2230'], 'outline'),
  design('setlist', 'grandstander', ['#f6f1e1', '#fffdf4', '#20252a', '#0b6b5c'], 'line'),
  design('onda', 'unbounded', ['#0d1026', '#191e44', '#e9ecff', '#7cf2c9'], 'round'),
]
