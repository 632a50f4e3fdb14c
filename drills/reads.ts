import { operationList } from '#api.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
/** The last two months, as analytics is asked. */
export const period = `?f=${day(60)}&t=${day(0)}`

/** Reads that answer rows: lists, search, exports, analytics; not what answers the one row that its path names. */
export const reads = operationList.filter(({ contract }) => {
  const { method = 'GET', path = '' } = contract['~orpc'].route
  return method === 'GET' && [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) => name === 'portalId')
})
const words = ['?q=or', '?q=la', '?q=demo']
/** What some of them cannot be asked without. */
export const questionsOf = (fullName: string) =>
  fullName.startsWith('search.') ? words : fullName.startsWith('analytics.') ? [period] : ['']
