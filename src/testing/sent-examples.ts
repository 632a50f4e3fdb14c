import { portals } from './world/cast.ts'

const portalId = portals.claraVentisca.id

interface Sent {
  /** The shape of what is sent. */
  shape: string
  path: string
  body: Record<string, unknown>
  /** The shape of the answer, where no list of the demo world has one. */
  answered?: string
}

/** One of each thing that programs send; the program has to take it. Days lie far ahead, so that none comes. */
export const sentExamples: readonly Sent[] = [
  {
    shape: 'LinkDraft',
    path: `/portal/${portalId}/link`,
    body: {
      title: { es: 'Entradas de la gira', en: 'Tour tickets' },
      url: 'https://entradas.example/gira',
      icon: 'ticket',
      visible: true,
    },
  },
  {
    shape: 'EventDraft',
    path: `/portal/${portalId}/event`,
    body: {
      name: 'Fin de gira',
      kind: 'concert',
      startsAt: '2031-05-09T19:30:00Z',
      doorsAt: '2031-05-09T18:30:00Z',
      timeZone: 'Europe/Madrid',
      venue: 'Sala Apolo',
      city: 'Barcelona',
      province: 'ES-B',
      country: 'ES',
      publication: 'draft',
    },
  },
  {
    shape: 'ReleaseDraft',
    path: `/portal/${portalId}/release`,
    body: {
      title: { es: 'Segundo disco', en: 'Second album' },
      releaseAt: '2031-10-03T22:00:00Z',
      durationDays: 15,
      presave: true,
      links: [{ name: 'Bandcamp', url: 'https://musica.example/segundo-disco' }],
      status: 'draft',
    },
  },
  {
    shape: 'ProductDraft',
    path: `/portal/${portalId}/product`,
    body: {
      name: { es: 'Camiseta de la gira', en: 'Tour shirt' },
      category: 'apparel',
      format: 'limited',
      priceCents: 2_500,
      costCents: 700,
      taxClass: 'general',
      variants: [
        { size: 'M', colour: 'Negro', sku: 'GIRA-M' },
        { size: 'L', colour: 'Negro', sku: 'GIRA-L' },
      ],
    },
  },
  {
    shape: 'OrderDraft',
    path: `/portal/${portalId}/orders`,
    body: {
      externalId: '1001',
      placedAt: '2026-11-02T10:00:00+01:00',
      currency: 'EUR',
      country: 'ES',
      city: 'Gijón',
      lines: [{ id: '1', sku: 'CAM-L', units: 2, unitPrice: '20.00', tax: '6.94' }],
    },
  },
  {
    shape: 'BlankDraft',
    path: '/blank',
    answered: 'Blank',
    body: {
      name: 'Camiseta de algodón',
      type: 'Ropa',
      supplier: 'Tejidos del Norte',
      reference: 'TN-180',
      variants: [{ size: 'M', colour: 'Negro', costCents: 320, supply: 'inStock' }],
    },
  },
  {
    shape: 'ContactDraft',
    path: '/contact',
    answered: 'ContactDetail',
    body: {
      name: 'Sala Apolo, programación',
      email: 'programacion@sala.example',
      organisation: 'Sala Apolo',
      tags: ['salas'],
    },
  },
  {
    shape: 'PostDraft',
    path: '/communications/post',
    answered: 'Post',
    body: {
      title: { es: 'Cierre de noviembre', en: 'November is closed' },
      description: { es: 'Las facturas están listas', en: 'The bills are ready' },
      body: { es: 'Podéis revisarlas en Facturación.', en: 'You find them under Billing.' },
      kind: 'info',
      audience: { portalTypes: ['master'], portals: [], roles: [] },
      channels: ['inApp'],
    },
  },
]
