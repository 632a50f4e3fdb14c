import { describe, expect, test } from 'vitest'
import { billTypes } from '#platform/constants.ts'
import type { PermissionMap } from '#platform/permissions.ts'
import type { Bill } from './bill-shapes.ts'
import { actsFor } from './pages/bill-acts.ts'

const manager: PermissionMap = { billing: { managebills: true } }
const granter: PermissionMap = { billing: { managebills: true, manageadvances: true } }

const bill = (of: Partial<Bill>): Bill =>
  ({
    type: billTypes.bills,
    status: 'Pending',
    payment: 'unpaid',
    corrective: false,
    offered: false,
    ownNumber: null,
    selfInvoice: true,
    blocked: [],
    correctedBy: null,
    records: [],
    ...of,
  }) as unknown as Bill
const acts = (of: Partial<Bill>, staff: boolean, permissions: PermissionMap | undefined = manager) =>
  actsFor(bill(of), staff, permissions).map(({ id }) => id)
const told = (state: string, kind = 'alta') => ({ records: [{ kind, state }] as unknown as Bill['records'] })
const other = (number: string | null) => ({ id: 'b', number }) as unknown as Bill['correctedBy']

describe('what can be done with a bill', () => {
  test('waits for who may manage it, and for nobody else', () => {
    expect(acts({}, false)).toEqual(['approve', 'dispute'])
    expect(acts({}, true)).toEqual(['approve', 'dispute', 'cancel'])
    for (const staff of [true, false]) expect(acts({}, staff, {})).toEqual([])
  })

  test('is not accepted before the agreement or the own invoice is there', () => {
    expect(acts({ blocked: ['agreement'] }, false)).toEqual(['ownInvoice', 'dispute'])
    expect(acts({ selfInvoice: false, blocked: ['ownInvoice'] }, false)).toEqual(['ownInvoice', 'dispute'])
    expect(acts({ selfInvoice: false, ownNumber: 'A-1' }, false)).toEqual(['approve', 'dispute'])
    expect(acts({ selfInvoice: false, corrective: true }, false)).toEqual(['approve', 'dispute'])
  })

  test('of a month that runs is staff’s to close and to add to', () => {
    expect(acts({ status: 'Next' }, true)).toEqual(['close', 'line'])
    expect(acts({ status: 'Next' }, false)).toEqual([])
  })

  test('that is issued follows its payment', () => {
    const issued = (payment: Bill['payment'], of: Partial<Bill> = {}) =>
      acts({ status: 'Approved', payment, ...of }, true)
    expect(issued('unpaid')).toEqual(['paid', 'cancel'])
    expect(issued('inRemittance')).toEqual(['paid', 'returned'])
    expect(issued('paid')).toEqual(['returned', 'cancel'])
    expect(issued('paid', { correctedBy: other(null) })).toEqual(['returned'])
    expect(issued('unpaid', { corrective: true })).toEqual(['paid'])
    expect(acts({ status: 'Approved' }, false)).toEqual([])
  })

  test('can be annulled at the tax office once it is replaced, and mended once that has answered', () => {
    const replaced = { status: 'Cancelled', correctedBy: other('B-2') } as const
    expect(acts(replaced, true)).toEqual(['annul'])
    expect(acts({ ...replaced, selfInvoice: false }, true)).toEqual([])
    expect(acts({ ...replaced, ...told('accepted', 'anulacion') }, true)).toEqual([])
    expect(acts({ status: 'Approved', payment: 'paid', ...told('rejected') }, true)).toContain('mend')
    expect(acts({ status: 'Approved', payment: 'paid', ...told('waiting') }, true)).not.toContain('mend')
  })
})

describe('what can be done with an advance that nobody accepted', () => {
  const advance = { type: billTypes.advances } as const

  test('staff with that right looks at it, grants or refuses it', () => {
    expect(acts({ ...advance, status: 'Next' }, true, granter)).toEqual(['review', 'refuse'])
    expect(acts(advance, true, granter)).toEqual(['grant', 'refuse'])
    expect(acts(advance, true, manager)).toEqual([])
    expect(acts(advance, false, granter)).toEqual([])
  })

  test('the account takes or disputes what is offered', () => {
    expect(acts({ ...advance, offered: true }, false)).toEqual(['approve', 'dispute'])
    expect(acts({ ...advance, offered: true }, true, granter)).toEqual(['approve', 'dispute', 'refuse'])
    expect(acts({ ...advance, offered: true }, false, {})).toEqual([])
  })

  test('accepted, it is a bill like any other', () => {
    expect(acts({ ...advance, status: 'Approved', payment: 'unpaid' }, true)).toEqual(['paid', 'cancel'])
  })
})
