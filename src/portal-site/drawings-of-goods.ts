import { raw } from 'hono/html'

const goods: Record<string, string> = {
  album:
    '<circle cx="50" cy="50" r="34"/><circle cx="50" cy="50" r="12" class="fa"/><path d="M50 26a24 24 0 0 1 24 24"/>',
  apparel:
    '<path d="M36 22 18 32l7 14 8-4v38h34V42l8 4 7-14-18-10c-4 8-7 10-14 10s-10-2-14-10z"/><circle cx="50" cy="56" r="8" class="fa"/>',
  accessory:
    '<path d="M28 40h44l4 42H24zM38 40V32c0-16 24-16 24 0v8"/><circle cx="50" cy="60" r="7" class="fa"/>',
  culture:
    '<path d="M26 22h40a8 8 0 0 1 8 8v50H34a8 8 0 0 1-8-8z"/><path d="M36 36h28M36 46h18"/><circle cx="60" cy="64" r="7" class="fa"/>',
  digital:
    '<path d="M40 70V30l32-8v40"/><circle cx="32" cy="70" r="8"/><circle cx="64" cy="62" r="8" class="fa"/>',
}
/** A line drawing of what has no picture. */
export const drawnGoods = (category: string) =>
  raw(
    `<svg viewBox="0 0 100 100" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" aria-hidden="true">${goods[category] ?? goods.accessory}</svg>`,
  )
