import { operationList } from '#api.ts'
import type { Racer, Send } from './racer.ts'

type Fields = Record<string, unknown>

/** What an operation takes of an answer that tells of the same thing. */
export function fieldsFor(name: string, answer: Fields): Fields {
  const schema = operationList.find(({ fullName }) => fullName === name)?.contract['~orpc'].inputSchema
  const keys = Object.keys((schema as unknown as { shape: object }).shape)
  return Object.fromEntries(keys.filter((key) => key in answer).map((key) => [key, answer[key]]))
}

interface Edit {
  /** Ids of the path. */
  ids: Fields | ((send: Send) => Promise<Fields>)
  read: string
  mark: NonNullable<Racer['mark']>
  seen?: Racer['seen']
  /** Fields that are sent in another form than they are answered in. */
  more?: Fields
}

/** An edit of something that stays: read, changed, read again. */
export function edit(name: string, { ids, read, mark, seen, more }: Edit): Racer {
  let known: Fields | undefined
  return {
    read,
    mark,
    ...(seen ? { seen } : {}),
    fresh: async (send) => {
      known ??= typeof ids === 'function' ? await ids(send) : ids
      const { status, body } = await send(read, known)
      if (status !== 200) throw new Error(`${read} answered ${status}`)
      const shown = seen?.(body) ?? body
      return {
        input: { ...fieldsFor(name, shown), ...more, ...known },
        version: Number(body.version ?? shown.version),
      }
    },
  }
}

/** The body of a call that has to succeed. */
export const must = (answer: { status: number; body: Fields }): Fields => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
/** The first row of a list. */
export const firstOf = async (send: Send, list: string, input: Fields): Promise<Fields> =>
  ((must(await send(list, input)).items as Fields[])[0] ?? {}) as Fields
/** Makes a row and answers the ids of its path. */
export const made =
  (create: string, draft: Fields, name: string, rest: Fields = {}) =>
  async (send: Send) => {
    const body = must(await send(create, { ...rest, ...draft }))
    return { ...rest, [name]: ((body.connector ?? body.endpoint ?? body) as Fields).id }
  }
interface ListEdit {
  list: string
  create: string
  draft: Fields
  idName: string
  rest?: Fields
  more?: Fields
  mark: NonNullable<Racer['mark']>
}

/** A thing that is only ever answered in a list. */
export function editInList(
  name: string,
  { list, create, draft, idName, rest = {}, more, mark }: ListEdit,
): Racer {
  let id: unknown
  const ids = async (send: Send) => {
    const known = await made(create, draft, idName, rest)(send)
    id = known[idName]
    return known
  }
  return edit(name, {
    ids,
    read: list,
    mark,
    ...(more ? { more } : {}),
    seen: (body) => ((body.items as Fields[] | undefined) ?? []).find((item) => item.id === id) ?? {},
  })
}
