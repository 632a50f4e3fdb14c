import { dayMs, offsetMs } from './time.ts'

const minuteMs = 60_000
const stamp = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')
const ahead = (offset: number) => {
  const minutes = Math.round(Math.abs(offset) / minuteMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** When a zone's clocks change between two moments, to the minute, and what they are ahead of UTC afterwards. */
function changes(zone: string, from: number, to: number): { at: number; before: number; after: number }[] {
  const found = []
  let before = offsetMs(from, zone)
  for (let day = from; day < to; day += dayMs) {
    const after = offsetMs(day + dayMs, zone)
    if (after === before) continue
    let [low, high] = [day, day + dayMs]
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
      if (offsetMs(middle, zone) === before) low = middle
      else high = middle
    }
    found.push({ at: high, before, after })
    before = after
  }
  return found
}

/** What a calendar has to know of a zone for its times between two moments (RFC 5545 §3.6.5): each change of clocks. */
export function calendarZone(zone: string, first: number, last: number): string[] {
  const from = Date.UTC(new Date(first).getUTCFullYear(), 0, 1)
  const found = changes(zone, from, Date.UTC(new Date(last).getUTCFullYear() + 1, 0, 1))
  const atFirst = offsetMs(from, zone)
  const winter = Math.min(atFirst, ...found.map(({ after }) => after))
  const observance = (start: number, before: number, after: number) => {
    const kind = after > winter ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      // As the clocks showed it before they were changed.
      `DTSTART:${stamp(start + before)}`,
      `TZOFFSETFROM:${ahead(before)}`,
      `TZOFFSETTO:${ahead(after)}`,
      `END:${kind}`,
    ]
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(from, atFirst, atFirst),
    ...found.flatMap(({ at, before, after }) => observance(at, before, after)),
    'END:VTIMEZONE',
  ]
}
