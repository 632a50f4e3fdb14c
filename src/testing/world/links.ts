import type { BilingualText } from '#platform/table.ts'
import { type PortalKey, portals } from './cast.ts'
import { worldId } from './random.ts'

export interface WorldLink {
  id: string
  portal: PortalKey
  title: BilingualText
  url: string
  icon: 'link' | 'music' | 'video' | 'ticket' | 'shop' | 'news' | 'mail' | 'social'
  position: number
  visible: boolean
  highlight: boolean
}

export const linkId = (portal: PortalKey, position: number) => worldId(`link ${portal} ${position}`)

/** The links of every portal: where fans of such an act go. */
export function makeLinks(): WorldLink[] {
  return (Object.keys(portals) as PortalKey[]).flatMap((portal) => {
    const { name, customUrl } = portals[portal]
    const handle = customUrl.replaceAll('-', '')
    const rows: [string, string, string, WorldLink['icon']][] = [
      [`Entradas de la gira`, 'Tour tickets', `https://entradas.${handle}.es/gira`, 'ticket'],
      [
        `Escucha a ${name} en Spotify`,
        `Hear ${name} on Spotify`,
        `https://open.spotify.com/artist/${handle}`,
        'music',
      ],
      ['Último vídeo', 'Latest video', `https://www.youtube.com/@${handle}`, 'video'],
      ['Tienda', 'Shop', `https://tienda.${handle}.es/`, 'shop'],
      ['Instagram', 'Instagram', `https://www.instagram.com/${handle}`, 'social'],
      ['Boletín', 'Newsletter', `https://${handle}.es/boletin`, 'news'],
      ['Contratación', 'Booking', `mailto:contratacion@${handle}.es`, 'mail'],
    ]
    return rows.map(([es, en, url, icon], position) => ({
      id: linkId(portal, position),
      portal,
      // The last one has no English yet, as happens.
      title: position === 6 ? { es } : { es, en },
      url,
      icon,
      position,
      visible: position !== 5 || portal !== 'hotelLevante',
      highlight: position === 0,
    }))
  })
}
