import { mdiMagnify, mdiMapMarkerOutline } from '@mdi/js'
import type { Session } from '#features/account/contract.ts'
import { mayOpen } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { placeName } from '#ui/place-name.ts'
import type { Entry, Group } from './palette-entry.ts'

/** Lists that look for words by themselves; of two with the same title the first that opens. */
const lists: { title: () => string; link: string; staff?: boolean }[] = [
  { title: m['search.groups.order'], link: '/products/orders', staff: true },
  { title: m['search.groups.order'], link: '/stocks/orders', staff: false },
  { title: m['search.groups.product'], link: '/products', staff: true },
  { title: m['search.groups.product'], link: '/stocks/products', staff: false },
  { title: m['search.groups.event'], link: '/events' },
  { title: m['search.groups.event'], link: '/dashboard/events', staff: false },
  { title: m['search.groups.bill'], link: '/billing', staff: true },
  { title: m['search.groups.contact'], link: '/users', staff: true },
  { title: m['search.groups.portal'], link: '/portals' },
]

const placesShown = 2

/** The lists that go on where the palette ends, asked for what was typed; places of that name with their orders first. */
export function listsGroup(session: Session, typed: string, places: readonly string[]): Group | undefined {
  const { staff } = session.user
  const open = lists.filter(
    (list) => (list.staff === undefined || list.staff === staff) && mayOpen(session, list.link),
  )
  const orders = open.find(({ link }) => link.endsWith('/orders'))
  const to = (place: string): Entry => ({
    key: `orders to ${place}`,
    title: m['search.lists.ordersTo']({ place: placeName(place) }),
    detail: '',
    icon: mdiMapMarkerOutline,
    link: `${orders?.link}?place=${encodeURIComponent(place)}`,
  })
  const entries = [
    ...(orders ? places.slice(0, placesShown).map(to) : []),
    ...open
      .filter(({ title }, at) => open.findIndex((one) => one.title === title) === at)
      .map(
        ({ title, link }): Entry => ({
          key: `list ${link}`,
          title: m['search.lists.in']({ list: title() }),
          detail: '',
          icon: mdiMagnify,
          link: `${link}?q=${encodeURIComponent(typed)}`,
        }),
      ),
  ]
  return entries.length > 0
    ? { id: 'lists', title: m['search.groups.lists']({ q: typed }), entries }
    : undefined
}
