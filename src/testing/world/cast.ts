import { permissionKeys, type Role } from '#platform/permissions.ts'
import { worldId } from './random.ts'

/** Who is who in the demo world. The same people act in tests, screenshots and the demo. */

export const demoPassword = 'backline-demo-2026'
export const demoDomain = 'demo.backline.test'

const account = (key: string, name: string, type: 'master' | 'simple', organisationType: 1 | 2 | 3) => ({
  id: worldId(`account ${key}`),
  name,
  type,
  organisationType,
})

export const accounts = {
  bajamar: account('bajamar', 'Bajamar Discos', 'master', 1),
  ninoLobo: account('ninoLobo', 'Niño Lobo', 'simple', 2),
  orquestaPoniente: account('orquestaPoniente', 'Orquesta Poniente', 'simple', 2),
  veraCantil: account('veraCantil', 'Vera Cantil', 'simple', 2),
  casaCal: account('casaCal', 'Casa Cal', 'simple', 3),
}
export type AccountKey = keyof typeof accounts

/** `home`: INE code of the act's province. Figures: orders and visits of an ordinary day at the end of the two years. */
interface Act {
  code: string
  name: string
  home: string
  ordersADay: number
  visitsADay: number
  /** When the portal opened; nobody came or bought before. */
  openedDaysAgo: number
  master?: true
  objectiveEuros?: number
  /** Domain of its own and how its verification stands. */
  domain?: [name: string, state: 1 | 2 | 3 | 4]
}

const portal = (key: string, owner: AccountKey, { master, objectiveEuros, domain, ...act }: Act) => ({
  ...act,
  id: worldId(`portal ${key}`),
  accountId: accounts[owner].id,
  master: master ?? false,
  customUrl: act.name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-'),
  salesObjectiveCents: (objectiveEuros ?? 0) * 100,
  customDomain: domain?.[0] ?? null,
  domainState: domain?.[1] ?? (1 as const),
  // The demo's domains belong to nobody: asking DNS about them would break them all within a minute.
  domainCheckedAt: domain ? new Date('2999-01-01T00:00:00Z') : null,
})
const ofLabel = (key: string, act: Act) => portal(key, 'bajamar', act)
const ofArtist = (key: Exclude<AccountKey, 'bajamar'>, act: Act) => portal(key, key, { ...act, master: true })

// biome-ignore format: a table reads better than 60 lines of braces
export const portals = {
  bajamar: ofLabel('bajamar', { domain: ['bajamardiscos.es', 3], code: 'BAJAMAR', name: 'Bajamar Discos', home: '36', ordersADay: 0.5, visitsADay: 7, openedDaysAgo: 730, master: true, objectiveEuros: 60_000 }),
  claraVentisca: ofLabel('claraVentisca', { domain: ['claraventisca.es', 3], code: 'CLARA', name: 'Clara Ventisca', home: '33', ordersADay: 1.6, visitsADay: 28, openedDaysAgo: 730, objectiveEuros: 30_000 }),
  hotelLevante: ofLabel('hotelLevante', { domain: ['fans.hotellevante.com', 3], code: 'LEVANTE', name: 'Hotel Levante', home: '46', ordersADay: 1.3, visitsADay: 22, openedDaysAgo: 730, objectiveEuros: 24_000 }),
  perroManso: ofLabel('perroManso', { domain: ['perromanso.club', 3], code: 'PERRO', name: 'Perro Manso', home: '28', ordersADay: 0.8, visitsADay: 14, openedDaysAgo: 640 }),
  tiasSolteras: ofLabel('tiasSolteras', { code: 'TIAS', name: 'Las Tías Solteras', home: '41', ordersADay: 0.7, visitsADay: 11, openedDaysAgo: 640 }),
  mareaHonda: ofLabel('mareaHonda', { domain: ['mareahonda.com', 2], code: 'MAREA', name: 'Marea Honda', home: '15', ordersADay: 0.6, visitsADay: 9, openedDaysAgo: 450 }),
  juliaArrecife: ofLabel('juliaArrecife', { domain: ['juliaarrecife.com', 4], code: 'JULIA', name: 'Julia Arrecife', home: '35', ordersADay: 0.4, visitsADay: 7, openedDaysAgo: 380 }),
  tercerAnfiteatro: ofLabel('tercerAnfiteatro', { code: 'TERCER', name: 'Tercer Anfiteatro', home: '08', ordersADay: 0.35, visitsADay: 5, openedDaysAgo: 490 }),
  oxidoYSal: ofLabel('oxidoYSal', { code: 'OXIDO', name: 'Óxido y Sal', home: '48', ordersADay: 0.25, visitsADay: 4, openedDaysAgo: 150 }),
  ninoLobo: ofArtist('ninoLobo', { domain: ['ninolobo.fans', 3], code: 'LOBO', name: 'Niño Lobo', home: '28', ordersADay: 1, visitsADay: 18, openedDaysAgo: 730, objectiveEuros: 18_000 }),
  orquestaPoniente: ofArtist('orquestaPoniente', { code: 'PONIENTE', name: 'Orquesta Poniente', home: '11', ordersADay: 0.45, visitsADay: 8, openedDaysAgo: 420 }),
  veraCantil: ofArtist('veraCantil', { code: 'VERA', name: 'Vera Cantil', home: '39', ordersADay: 0.2, visitsADay: 5, openedDaysAgo: 215 }),
  casaCal: ofArtist('casaCal', { code: 'CASACAL', name: 'Casa Cal', home: '17', ordersADay: 0.1, visitsADay: 2, openedDaysAgo: 120 }),
}
export type PortalKey = keyof typeof portals

export interface CastPerson {
  id: string
  name: string
  email: string
  locale: 'es' | 'en'
  staff: boolean
  super: boolean
  permissions: string[]
  members: { portal: PortalKey; role: Role; grants?: string[]; denies?: string[] }[]
  suspended?: true
  /** Invited, and has not chosen a password. */
  invited?: true
}

const person = (key: string, name: string, more: Partial<CastPerson> = {}): CastPerson => ({
  id: worldId(`person ${key}`),
  name,
  email: `${key}@${demoDomain}`,
  locale: 'es',
  staff: false,
  super: false,
  permissions: [],
  members: [],
  ...more,
})
const staff = (key: string, name: string, permissions: string[], more: Partial<CastPerson> = {}) =>
  person(key, name, { staff: true, permissions, ...more })
const inGroups = (...groups: string[]) =>
  permissionKeys.filter((key) => groups.includes(key.split('.')[0] ?? ''))

export const people = {
  super: staff('super', 'Nerea Casal', [], { super: true }),
  staff: staff('staff', 'Tomás Urrutia', permissionKeys),
  analyst: staff('analyst', 'Lucía Prada', inGroups('analytics')),
  catalogue: staff('catalogue', 'Marc Vidal', inGroups('products', 'portal', 'manufacturing')),
  billing: staff('billing', 'Rosa Almeida', inGroups('billing', 'analytics')),
  label: person('label', 'Inés Rubio', { members: [{ portal: 'bajamar', role: 'Owner' }] }),
  labelmanager: person('labelmanager', 'Iker Soto', {
    members: [{ portal: 'bajamar', role: 'Label Manager' }],
  }),
  operations: person('operations', 'Berta Quintana', {
    members: [{ portal: 'bajamar', role: 'Operations' }],
  }),
  artist: person('artist', 'Hugo Lobo', { members: [{ portal: 'ninoLobo', role: 'Owner' }] }),
  editor: person('editor', 'Alba Ferrer', {
    members: [
      { portal: 'claraVentisca', role: 'Editor' },
      { portal: 'hotelLevante', role: 'Editor' },
    ],
  }),
  lector: person('lector', 'Pau Estellés', { members: [{ portal: 'hotelLevante', role: 'Lector' }] }),
  marketing: person('marketing', 'Sara Noval', { members: [{ portal: 'claraVentisca', role: 'Marketing' }] }),
  tech: person('tech', 'Óscar Rey', { members: [{ portal: 'perroManso', role: 'Tech' }] }),
  /** Signs in and sees nothing but their account. */
  nobody: person('nobody', 'Julio Vega'),
  orquesta: person('orquesta', 'Carmen Poniente', {
    members: [{ portal: 'orquestaPoniente', role: 'Owner' }],
  }),
  vera: person('vera', 'Vera Cantil', { locale: 'en', members: [{ portal: 'veraCantil', role: 'Owner' }] }),
  demo: person('demo', 'Casa Cal', { members: [{ portal: 'casaCal', role: 'Owner' }] }),
  /** An Editor who may not touch links, and may see the billing summary. */
  exception: person('exception', 'Mireia Sanz', {
    members: [
      {
        portal: 'ninoLobo',
        role: 'Editor',
        grants: ['billing.viewbillingsummary'],
        denies: ['portal.editlinks'],
      },
    ],
  }),
  suspended: person('suspended', 'Álex Roca', {
    suspended: true,
    members: [{ portal: 'ninoLobo', role: 'Editor' }],
  }),
  invited: person('invited', 'Noa Lago', {
    invited: true,
    members: [{ portal: 'ninoLobo', role: 'Lector' }],
  }),
} satisfies Record<string, CastPerson>
export type PersonKey = keyof typeof people

/** The addresses that the start-up lines print. */
export const demoSignIns: string[] = [
  ...[people.super, people.staff, people.analyst, people.label, people.labelmanager, people.artist],
  ...[people.editor, people.lector, people.marketing, people.operations, people.tech],
].map((one) => one.email)
