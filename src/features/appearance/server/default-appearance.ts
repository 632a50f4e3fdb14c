import type { Appearance } from '../contract.ts'
import { blockIds, type Design, designs } from '../designs.ts'

/** A design with all that it proposes. */
export const proposalOf = ({ id, typography, colors, buttons }: Design): Appearance => ({
  design: id,
  typography,
  colors,
  buttons,
  logoUrl: null,
  coverUrl: null,
  tagline: { es: '' },
  blocks: blockIds.map((block) => ({ id: block, visible: true })),
})

/** How a page looks before anybody has chosen. */
export const defaultAppearance: Appearance = proposalOf(designs[0] as Design)

/** A stored appearance as today's program reads it: blocks that came later stand at its end. */
export function current(stored: Appearance | null | undefined): Appearance {
  if (!stored) return defaultAppearance
  const known = new Set<string>(stored.blocks.map(({ id }) => id))
  const later = blockIds.filter((id) => !known.has(id)).map((id) => ({ id, visible: true }))
  return { ...defaultAppearance, ...stored, blocks: [...stored.blocks, ...later] }
}
