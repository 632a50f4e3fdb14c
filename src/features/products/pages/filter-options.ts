import { type Api, isFailure } from '#client.ts'
import type { PickOption } from '#ui/pick-box.tsx'

const optionOf = ({ id, name }: { id: string; name: string }): PickOption => ({ value: id, label: name })

/** The first blanks by name, and the one that is chosen wherever it stands; none for who may not see them. */
export async function blanksToPick(api: Api, chosen?: string): Promise<PickOption[]> {
  const first = await api.blanks.listBlanks({})
  const blanks = isFailure(first) ? [] : first.items.map(optionOf)
  if (!chosen || blanks.length === 0 || blanks.some(({ value }) => value === chosen)) return blanks
  const one = await api.blanks.getBlank({ blankId: chosen })
  return isFailure(one) ? blanks : [...blanks, optionOf(one)]
}

/** Blanks with these words in their name; undefined when they cannot be asked for. */
export async function findBlanks(api: Api, q: string): Promise<PickOption[] | undefined> {
  const found = await api.blanks.listBlanks({ q }, { key: 'pick-blank' })
  return isFailure(found) ? undefined : found.items.map(optionOf)
}
