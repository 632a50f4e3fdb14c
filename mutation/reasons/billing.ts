import { oneRow, type Reason } from './reason.ts'

const threeMonths = 'What a release brought is of three months: the fallback is for the compiler.'
const inVain = 'Brought nothing that is compared, and is asked for in vain: the same answer, later.'
const ofNobody = 'Of nobody nothing is found: one question less.'

export const billing: readonly Reason[] = [
  {
    file: 'billing/server/set-fiscal-mode.ts',
    change: 'union all → union',
    on: 'select from billing_information where tax_id',
    reason: 'Whether there is any is asked, not how many.',
  },
  ...['then e.amount_cent…: = → <>', 'then amount_cents el…: = → <>'].map((of) => ({
    file: 'billing/server/unbilled.ts',
    change: of,
    reason: 'The sum with every sign turned round is nothing where the sum is.',
  })),
  { file: 'billing/server/share-payments.ts', change: 'row ?? {}', reason: oneRow },
  {
    file: 'billing/server/gone-together.ts',
    change: 'true → false',
    on: 'return { bills: [], whole: true }',
    reason: 'Where nothing went along, nothing comes back with it, whole or not.',
  },
  {
    file: 'billing/server/accrue-sales.ts',
    change: 'portals.filter(({ shared }) => shared)',
    reason:
      'What shares nothing has nothing to recoup, and `removeSplit` has looked at what did: questions less.',
  },
  {
    file: 'billing/server/tell-statements.ts',
    change: 'and → or',
    on: 'ledger_entry e where (e.split_id is not null',
    reason: 'Of whom nothing is found that was shared then, no statement has anything, and nobody is told.',
  },
  {
    file: 'billing/server/close-bill.ts',
    change: 'max( → min(',
    on: 'insert into ledger_entry (id, account_id, "from", "to"',
    reason: 'What is let go is of one line, of which every entry says the same.',
  },
  {
    file: 'billing/server/charge-paper.ts',
    change: 'amountCents < 0: < → <=',
    reason: 'No line of a charge is of nothing.',
  },
  { file: 'billing/server/preview-rate.ts', change: 'all ?? { ...none', reason: oneRow },
  { file: 'billing/server/preview-rate.ts', change: '0 → 1', on: 'const whole = all ?? {', reason: oneRow },
  ...[
    'modes?.mode ??',
    'off: { due: off?.due ??',
    'waiting: queue?.waiting ??',
    'attention: off?.attention ??',
  ].flatMap((on) =>
    ['without the fallback', '0 → 1'].map((change) => ({
      ...{ file: 'billing/server/fiscal-settings.ts', change, on, reason: oneRow },
    })),
  ),
  {
    file: 'billing/server/write-information.ts',
    change: '4 → 5',
    on: 'const today = Number(todayPlus(now).slice(0, 4))',
    reason: 'Only a year in which the rate still holds is taken: none has ended when it is said.',
  },
  {
    file: 'billing/server/write-information.ts',
    change: 'provinceOf(said.postcode) ?? said.province: without the fallback',
    reason: 'A province is taken only as that of its postcode: the fallback is for the compiler.',
  },
  { file: 'billing/server/preview-rate.ts', change: 'all ?? { units: 0', reason: oneRow },
  {
    file: 'billing/server/preview-rate.ts',
    change: '0 → 1',
    on: 'inCents(all ?? { units: 0',
    reason: oneRow,
  },
  {
    file: 'billing/server/correction-parts.ts',
    change: '0 → 1',
    on: 'retentionBp: information?.retentionBp ?? 0',
    reason: 'What is corrected was issued, and an issued bill has its information.',
  },
  {
    file: 'billing/server/correction-parts.ts',
    change: 'without the fallback',
    on: 'retentionBp: information?.retentionBp ?? 0',
    reason: 'What is corrected was issued, and an issued bill has its information.',
  },
  {
    file: 'billing/server/correct-bill.ts',
    change: "row.number ?? '': without the fallback",
    reason: 'What is corrected was issued, and has its number: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/approve-bill.ts',
    change: "row.ownNumber ?? '': without the fallback",
    reason: 'Without its own number it was refused before: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/correct-late.ts',
    change: "amounts[0]?.month ?? '': without the fallback",
    reason: 'What came back is of a month: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/expected-payment.ts',
    change: '(totals?.payableCents ?? 0) > 0: > → >=',
    reason: 'A bill that comes to nothing is paid when it is issued.',
  },
  {
    file: 'billing/server/check-chain.ts',
    change: 'row.number && row.issuedOn: && → ||',
    reason: 'A record has both, an event has neither.',
  },
  {
    file: 'billing/server/share-file.ts',
    change: 'max( → min(',
    reason: 'All entries of an account that are added up are of the same persons, and of one information.',
  },
  {
    file: 'billing/server/advance-forecast.ts',
    change: 'coalesce(l.owed_at, l.at) < ${moment(to)} group by 1`…: < → <=',
    reason: 'What was sold in the first moment after these months is of a month that nobody looks up.',
  },
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'billing/server/advance-forecast.ts', change, on: 'sum + (cents[at] ?? 0)' },
    reason: threeMonths,
  })),
  ...['without filter()', '&& → ||'].map((change) => ({
    ...{ file: 'billing/server/advance-forecast.ts', change, on: 'const past =', reason: inVain },
  })),
  ...['if accounts.length === 0: never', 'if wanted.length === 0: never'].map((change) => ({
    ...{ file: 'billing/server/share-persons.ts', change, reason: ofNobody },
  })),
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'billing/server/shares-between.ts', change, on: 'wholeCents:' },
    reason:
      'What somebody has of a month is a part of a whole that was read: the fallback is for the compiler.',
  })),
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'billing/server/shares-between.ts', change, on: 'const eve =' },
    reason: 'The day has been read before: the fallback is for the compiler.',
  })),
  ...["row?.name ?? ''", "row?.ownerId ?? ''"].map((change) => ({
    ...{ file: 'billing/server/shares-between.ts', change: `${change}: without the fallback` },
    reason: 'Entries are of portals that are there: the fallback is for the compiler.',
  })),
  {
    file: 'billing/server/fiscal-settings.ts',
    change: 'created_at desc, id desc limit 1) as next`…: desc → asc',
    on: 'valid_from, created_at desc, id desc limit 1) as next',
    reason: 'Which of two is the later one, ids say only where somebody said both in one millisecond.',
  },
  {
    file: 'billing/server/standing.ts',
    change: 'union all → union',
    reason: 'Of several that are alike in everything the first is taken, as of one.',
  },
  { file: 'billing/server/share-payments.ts', change: '0 → 1', on: 'opening = 0', reason: oneRow },
  {
    file: 'billing/server/facturae-lines.ts',
    change: 'last < issuedOn: < → <=',
    reason: 'Of a month invoiced on its last day both are that day.',
  },
  {
    file: 'billing/server/facturae-lines.ts',
    change: 'line.commissionBp ?? 0: without the fallback',
    reason: 'Arithmetic takes null for 0: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/requirement-xml.ts',
    change: '[one] ?? one: without the fallback',
    reason: 'Each sign that is found has its entity: the fallback is for the compiler.',
  },
  ...['one?.type', 'one?.at', 'one?.hash', 'ends[0]', 'ends[1]'].map((change) => ({
    file: 'billing/server/export-fiscal.ts',
    change: `${change} ?? `,
    reason: 'Of no events nothing is said: the fallback is for the compiler.',
  })),
  { file: 'billing/server/remittance.ts', change: 'ids.length > 0: > → >=', reason: ofNobody },
  { file: 'billing/server/remittance.ts', change: 'if ids.length > 0: always', reason: ofNobody },
  {
    file: 'billing/server/list-charges.ts',
    change: 'counted?.total ?? 0: without the fallback',
    reason: oneRow,
  },
  {
    file: 'billing/server/list-charges.ts',
    change: 'counted?.cents ?? 0: without the fallback',
    reason: 'The sum of no charges is null, which is nought as a number.',
  },
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{
      file: 'billing/server/payout-limit.ts',
      change,
      on: 'totalCents + (row?.cents ?? 0)',
      reason: oneRow,
    },
  })),
  {
    ...{ file: 'billing/server/fiscal-issuers.ts', change: 'union all → union' },
    reason: 'What is alike in all is put together by issuer in any case.',
  },
  {
    ...{ file: 'billing/server/fiscal-issuers.ts', change: 'distinct → nothing' },
    reason: 'An issuer’s records are put together in any case: its name is looked up more often.',
  },
  {
    ...{
      file: 'billing/server/fiscal-issuers.ts',
      change: 'coalesce(max(i.name) filter (where i.record…: max(',
    },
    reason: 'Of each issuer one row is of its records.',
  },
  {
    ...{ file: 'billing/server/operations-from.ts', change: 'distinct → nothing' },
    reason: 'Of what is asked for twice the first and the last sale are the same.',
  },
  {
    ...{ file: 'billing/server/operations-from.ts', change: 'left join → join', reason: oneRow },
  },
  {
    ...{ file: 'billing/server/documents.ts', change: 'if !correctsId: never', reason: ofNobody },
  },
  {
    ...{ file: 'billing/server/read-n43.ts', change: '20 → 21', on: 'line.slice(20, 26)' },
    reason: 'No file that is taken has a hundred thousand lines.',
  },
  {
    ...{ file: 'billing/server/read-n43.ts', change: '26 → 27', on: 'line.slice(20, 26)' },
    reason: 'Behind the number of lines nothing is written.',
  },
  {
    ...{ file: 'billing/server/statement.ts', change: 'union all → union' },
    reason: 'No two moves are alike: each bears the number of its bill or charge.',
  },
  {
    file: 'billing/server/write-information.ts',
    change: 'stored.since < said.since: < → <=',
    reason: 'Where both are one day nothing has changed, which was said before.',
  },
]
