/** Path parameters leave the input; the rest is the query of a GET, the JSON body of the others. */
export function address(method: string, template: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  // A deletion says all in its path, but for those that ask for a typed word.
  if (method === 'DELETE' && Object.keys(rest).length === 0) return { url: `/api${path}`, body: undefined }
  if (method !== 'GET') return { url: `/api${path}`, body: bodyOf(rest) }
  return { url: `/api${path}${queryOf(rest)}`, body: undefined }
}

/** A list is its name once for each of its entries; what is undefined is not asked for. */
function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, String(one))
  return query.size > 0 ? `?${query}` : ''
}

/** What is no number must be refused as such: JSON would make it null, which for many fields means «none». */
const figures = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

/** JSON, or a form where a file is among the fields. */
function bodyOf(fields: Record<string, unknown>): string | FormData {
  if (!Object.values(fields).some((value) => value instanceof Blob)) return JSON.stringify(fields, figures)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) append(form, name, value)
  return form
}

/** Lists and objects become `team[0][email]`, as the server reads them. */
function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (value instanceof Blob) form.append(name, value)
  else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner)
  else form.append(name, String(value))
}
