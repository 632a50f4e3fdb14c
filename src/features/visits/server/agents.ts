import Bowser from 'bowser'
import { isbot } from 'isbot'

export interface Agent {
  bot: boolean
  device: 'desktop' | 'mobile' | 'tablet' | 'other'
  browser: string
}

const known = new Map<string, Agent>()

/** What a user agent text says of itself. Nothing, or next to nothing, counts as a bot. */
export function agentOf(userAgent: string): Agent {
  const cached = known.get(userAgent)
  if (cached) return cached
  const agent = read(userAgent)
  // Agents repeat; a list that strangers can fill must not grow without end.
  if (known.size >= 5_000) known.clear()
  known.set(userAgent, agent)
  return agent
}

function read(userAgent: string): Agent {
  const text = userAgent.trim()
  if (text.length < 8 || isbot(text)) return { bot: true, device: 'other', browser: '' }
  // The system and the engine, which a whole reading would work out too, are asked of nobody.
  const parsed = Bowser.getParser(text.slice(0, 1_000), true)
  const type = parsed.getPlatformType()
  const device = type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : 'other'
  return { bot: false, device, browser: nameOf(parsed.getBrowserName()) }
}

/** Agents may call themselves anything; what is not a plain short name is not worth a row of its own. */
const nameOf = (name: string | undefined) =>
  name && /^[A-Za-z][A-Za-z .!-]{1,29}$/.test(name) ? name : 'other'
