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
  const { enum: words } = schema
  lines[at] = `${kindOf(schema)}${needed ? '!' : ''}`
  if (Array.isArray(words)) for (const word of words) lines[`${at} = ${String(word)}`] = ''
  for (const [step, inner, isNeeded] of partsOf(schema)) walk(inner, `${at}${step}`, isNeeded, lines)
}

function kindOf({ $ref, type }: Json): string {
  if ($ref) return nameOf($ref)
  return Array.isArray(type) ? [...type].sort().join('|') : String(type ?? 'any')
}

type Part = [step: string, schema: unknown, needed: boolean]

function partsOf({ properties, required = [], items, anyOf, oneOf, allOf }: Json): Part[] {
  const fields = isObject(properties) ? Object.entries(properties) : []
  const choices = [anyOf, oneOf, allOf].flatMap((several) =>
    Array.isArray(several) ? [...several.entries()] : [],
  )
  return [
    ...fields.map(([name, inner]): Part => [`.${name}`, inner, (required as string[]).includes(name)]),
    ...(items ? [['[]', items, true] satisfies Part] : []),
    ...choices.map(([place, one]): Part => [`|${place}`, one, true]),
  ]
}

type Components = Record<string, Json>

const pointed = (value: unknown, components: Components): Json => {
  const ref = isObject(value) ? value['$ref'] : undefined
  if (typeof ref !== 'string') return value as Json
  return components[ref.split('/').at(-2) ?? '']?.[nameOf(ref)] as Json
}

/** Everything that a document promises. */
export function promisesOf(document: unknown): Promised {
  const { paths, components } = document as { paths: Record<string, Json>; components: Components }
  const lines: Promised = {}
  for (const [name, schema] of Object.entries(components['schemas'] ?? {})) walk(schema, name, true, lines)
  for (const [path, at] of Object.entries(paths))
    for (const [method, entry] of Object.entries(at))
      if (method !== 'parameters' && isObject(entry))
        walkCall(
          `${method.toUpperCase()} ${path}`,
          { ...entry, parameters: [...listed(at['parameters']), ...listed(entry['parameters'])] },
          components,
          lines,
        )
  return Object.fromEntries(Object.entries(lines).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Sent, and not answered: what is new there and needed was not sent before. */
const isSent = (line: string) => line.includes(' <') || /^\w+(Draft|Query|Filters|Wish|Change)\b/.test(line)

const listed = (parameters: unknown) => (parameters as unknown[] | undefined) ?? []

function walkCall(call: string, entry: Json, components: Components, lines: Promised) {
  const bodiesOf = (value: unknown) =>
    Object.entries((pointed(value, components)?.['content'] as Record<string, Json> | undefined) ?? {})
  lines[call] = String(entry['operationId'])
  for (const given of listed(entry['parameters'])) {
    const { name, schema, required } = pointed(given, components)
    walk(schema, `${call} <${String(name)}`, required === true, lines)
  }
  for (const [type, body] of bodiesOf(entry['requestBody']))
    walk(body['schema'], `${call} <${type}`, true, lines)
  for (const [status, answer] of Object.entries((entry['responses'] as Json) ?? {})) {
    if (!status.startsWith('2')) continue
    lines[`${call} >${status}`] = ''
    for (const [type, body] of bodiesOf(answer))
      walk(body['schema'], `${call} >${status} ${type}`, true, lines)
  }
}

/** What has changed between two versions. */
export function changesBetween(before: Promised, after: Promised): Changes {
  const broken = Object.entries(before).flatMap(([line, kind]) => {
    if (!(line in after)) return [`${line} is gone`]
    return after[line] === kind ? [] : [`${line} was ${kind || 'there'} and is ${after[line]}`]
  })
  const fresh = Object.entries(after).filter(([line]) => !(line in before))
  const isNeeded = ([line, kind]: [string, string]) => {
    // Of something new everything is new.
    const parent = line.replace(/(\.\w+|\[\]|\|\d+| = .*| [<>][^<>|.[]*)$/, '')
    return kind.endsWith('!') && isSent(line) && parent in before
  }
  // Of a field that is new its values are: hundreds of lines for one of countries.
  const isOfNewField = (line: string) => line.includes(' = ') && !(line.replace(/ = .*/, '') in before)
  return {
    breaking: [...broken, ...fresh.filter(isNeeded).map(([line]) => `${line} has to be sent`)],
    added: fresh
      .filter((line) => !isNeeded(line))
      .map(([line]) => line)
      .filter((line) => !isOfNewField(line)),
  }
}
