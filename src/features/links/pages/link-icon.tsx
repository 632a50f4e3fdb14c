import {
  mdiAccountHeartOutline,
  mdiCartOutline,
  mdiEmailOutline,
  mdiLinkVariant,
  mdiMusicNoteOutline,
  mdiNewspaperVariantOutline,
  mdiPhoneOutline,
  mdiPlayCircleOutline,
  mdiTicketOutline,
} from '@mdi/js'
import { Icon } from '#ui/icon.tsx'
import classes from './link-icon.module.css'

const paths: Record<string, string> = {
  link: mdiLinkVariant,
  music: mdiMusicNoteOutline,
  video: mdiPlayCircleOutline,
  ticket: mdiTicketOutline,
  shop: mdiCartOutline,
  news: mdiNewspaperVariantOutline,
  mail: mdiEmailOutline,
  phone: mdiPhoneOutline,
  social: mdiAccountHeartOutline,
}

/** A link's picture, or its icon in a hairline square. */
export function LinkIcon({
  icon,
  pictureUrl,
  size = 28,
}: {
  icon: string | null
  pictureUrl: string | null
  size?: number
}) {
  if (pictureUrl)
    return <img className={classes.icon} src={pictureUrl} width={size} height={size} alt="" loading="lazy" />
  return (
    <span className={classes.icon} style={{ width: size, height: size }}>
      <Icon path={paths[icon ?? 'link'] ?? mdiLinkVariant} size={Math.round(size * 0.6)} />
    </span>
  )
}
