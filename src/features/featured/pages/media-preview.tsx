import { m } from '#paraglide/messages.js'
import classes from './media-field.module.css'

/** An uploaded picture or video; a video plays only when somebody asks for it. */
export function MediaPreview({ url }: { url: string }) {
  if (!/\.(mp4|webm)$/.test(url)) return <img src={url} alt="" className={classes.media} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: it is the portal's own short clip, shown to who uploaded it.
    <video
      src={url}
      controls
      preload="metadata"
      className={classes.media}
      aria-label={m['featured.form.video']()}
    />
  )
}
