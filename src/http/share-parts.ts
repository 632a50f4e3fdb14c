export interface Entry {
  [key: string]: unknown
  parameters?: object[]
  responses: Record<string, { description?: string; headers?: object; $ref?: string }>
}

export interface Told {
  components: { schemas: Record<string, object>; responses: Record<string, object> }
  paths: Record<string, Record<string, Entry>>
}

/** Answers that several operations give alike stand once, called as what they hold. */
export function shareAnswers(document: Told): Told {
  const seen = new Map<string, { name: string; times: number }>()
  const entries = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap((entry) => (entry.responses ? [entry] : [])),
  )
  const answers = entries.flatMap(({ responses }) => Object.values(responses))
  for (const answer of answers) {
    const name = nameOf(answer)
    const found = seen.get(JSON.stringify(answer))
    if (found) found.times++
    else if (name && answer.description === 'OK') seen.set(JSON.stringify(answer), { name, times: 1 })
  }
  const places = entries.flatMap(({ responses }) =>
    Object.entries(responses).map(([status, answer]) => ({ responses, status, answer })),
  )
  for (const { responses, status, answer } of places) {
    const { name, times } = seen.get(JSON.stringify(answer)) ?? { name: '', times: 0 }
    if (times < 2) continue
    document.components.responses[name] = answer
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return document
}

function nameOf(answer: object): string | undefined {
  const [, shape] = /"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"\}/.exec(JSON.stringify(answer)) ?? []
  return shape && `${shape}${'headers' in answer ? 'WithETag' : ''}`
}

/** What all calls at an address take, its ids above all, stands at the address. */
export function liftParameters(path: Record<string, Entry>) {
  const entries = Object.values(path)
  const [first, ...others] = entries.map(({ parameters = [] }) =>
    parameters.map((each) => JSON.stringify(each)),
  )
  const common = new Set(first?.filter((each) => others.every((all) => all.includes(each))))
  if (common.size === 0 || others.length === 0) return
  for (const entry of entries) {
    const own = entry.parameters?.filter((each) => !common.has(JSON.stringify(each))) ?? []
    if (own.length > 0) entry.parameters = own
    else Reflect.deleteProperty(entry, 'parameters')
  }
  Object.assign(path, { parameters: [...common].map((each) => JSON.parse(each)) })
}

/** Parameters that several operations have alike stand once; they are called what they are called there. */
export function shareParameters(entries: readonly Entry[]): Record<string, object> {
  const seen = new Map<string, number>()
  const all = entries.flatMap(({ parameters = [] }) => parameters)
  for (const each of all) seen.set(JSON.stringify(each), (seen.get(JSON.stringify(each)) ?? 0) + 1)
  const names = new Map<string, string>()
  const shared: Record<string, object> = {}
  for (const each of all as { name?: string }[]) {
    const key = JSON.stringify(each)
    if (!each.name || names.has(key) || (seen.get(key) ?? 0) < 2) continue
    const name = freeName(each.name, shared)
    names.set(key, name)
    shared[name] = each
  }
  for (const entry of entries)
    if (entry.parameters)
      entry.parameters = entry.parameters.map((each) => {
        const name = names.get(JSON.stringify(each))
        return name ? { $ref: `#/components/parameters/${name}` } : each
      })
  return shared
}

function freeName(wished: string, taken: object): string {
  let name = wished
  for (let at = 2; name in taken; at++) name = `${wished}${at}`
  return name
}
