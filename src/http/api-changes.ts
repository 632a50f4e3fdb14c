/** What the document of the API promises, line by line, so that two versions of it can be compared. */

type Json = Record<string, unknown>
/** What is promised → of which kind; `!` where it is always there, or has to be sent. */
export type Promised = Record<string, string>

interface Changes {
  /** Programs that worked may not work any more. */
  breaking: string[]
  added: string[]
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nameOf = (ref: unknown) => String(ref).split('/').at(-1) ?? ''

/** Walks through a schema: its fields, what they are, and the words to choose from. */
function walk(schema: unknown, at: string, needed: boolean, lines: Promised): void {
  if (!isObject(schema)) return
  const { $ref, type, properties, required = [], items, enum: words, anyOf, oneOf, allOf } = schema
  const kind = $ref ? nameOf($ref) : Array.isArray(type) ? [...type].sort().join('|') : String(type ?? 'any')
  lines[at] = `${kind}${needed ? '!' : ''}`
  if (Array.isArray(words)) for (const word of words) lines[`${at} = ${String(word)}`] = ''
  if (isObject(properties))
    for (const [name, inner] of Object.entries(properties))
      walk(inner, `${at}.${name}`, (required as string[]).includes(name), lines)
  if (items) walk(items, `${at}[]`, true, lines)
  for (const several of [anyOf, oneOf, allOf])
    if (Array.isArray(several))
      for (const [place, one] of several.entries()) walk(one, `${at}|${place}`, true, lines)
}

/** Everything that a document promises. */
export function promisesOf(document: unknown): Promised {
  const { paths, components } = document as { paths: Record<string, Json>; components: Record<string, Json> }
  const lines: Promised = {}
  for (const [name, schema] of Object.entries(components['schemas'] ?? {})) walk(schema, name, true, lines)
  const pointed = (value: unknown): Json => {
    const ref = isObject(value) ? value['$ref'] : undefined
    if (typeof ref !== 'string') return value as Json
    return components[ref.split('/').at(-2) ?? '']?.[nameOf(ref)] as Json
  }
  for (const [path, at] of Object.entries(paths))
    for (const [method, entry] of Object.entries(at)) {
      if (method === 'parameters' || !isObject(entry)) continue
      const call = `${method.toUpperCase()} ${path}`
      lines[call] = String(entry['operationId'])
      for (const given of [
        ...((at['parameters'] as unknown[]) ?? []),
        ...((entry['parameters'] as unknown[]) ?? []),
      ]) {
        const { name, schema, required } = pointed(given)
        walk(schema, `${call} <${String(name)}`, required === true, lines)
      }
      const inside = (value: unknown) =>
        Object.entries((pointed(value)?.['content'] as Record<string, Json> | undefined) ?? {})
      for (const [type, body] of inside(entry['requestBody']))
        walk(body['schema'], `${call} <${type}`, true, lines)
      for (const [status, answer] of Object.entries((entry['responses'] as Json) ?? {})) {
        if (!status.startsWith('2')) continue
        lines[`${call} >${status}`] = ''
        for (const [type, body] of inside(answer))
          walk(body['schema'], `${call} >${status} ${type}`, true, lines)
      }
    }
  return Object.fromEntries(Object.entries(lines).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Sent, and not answered: what is new there and needed was not sent before. */
const isSent = (line: string) => line.includes(' <') || /^\w+(Draft|Query|Filters|Wish|Change)\b/.test(line)

/** What has changed between two versions. */
export function changesBetween(before: Promised, after: Promised): Changes {
  const breaking: string[] = []
  const added: string[] = []
  for (const [line, kind] of Object.entries(before)) {
    if (!(line in after)) breaking.push(`${line} is gone`)
    else if (after[line] !== kind) breaking.push(`${line} was ${kind || 'there'} and is ${after[line]}`)
  }
  for (const [line, kind] of Object.entries(after)) {
    if (line in before) continue
    // Of something new everything is new.
    const parent = line.replace(/(\.\w+|\[\]|\|\d+| = .*| [<>][^<>|.[]*)$/, '')
    const isNeeded = kind.endsWith('!') && isSent(line) && parent in before
    if (isNeeded) breaking.push(`${line} has to be sent`)
    else added.push(line)
  }
  return { breaking, added }
}
