import type { Api, Failure } from '#client.ts'
import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { LinkIcon } from './link-icon.tsx'
import classes from './link-side.module.css'
import { shortUrl, titleOf } from './link-state.ts'
import type { LinkValues } from './link-values.ts'

type Preview = Exclude<Awaited<ReturnType<Api['links']['previewLink']>>, Failure | undefined>

interface LinkSideProps {
  link: Link | null
  values: LinkValues
  preview: Preview | undefined
  /** Only while the link has no title of its own. */
  onUseTitle: ((title: string) => void) | undefined
}

/** Beside the form: what fans will see, what the destination says of itself, and how the link does. */
export function LinkSide({ link, values, preview, onUseTitle }: LinkSideProps) {
  const { number, percent } = here()
  const title = titleOf(values, getLocale()) || preview?.title || ''
  return (
    <>
      <section className={classes.section}>
        <h2>{m['links.form.preview']()}</h2>
        {title || values.url ? (
          <div className={classes.card} data-highlight={values.highlight || undefined}>
            <LinkIcon icon={values.icon || null} pictureUrl={values.pictureUrl || null} size={52} />
            <span className={classes.names}>
              <b>{title}</b>
              <span>{shortUrl(values.url)}</span>
            </span>
          </div>
        ) : (
          <p className={classes.quiet}>{m['links.form.previewEmpty']()}</p>
        )}
        {preview ? (
          <figure className={classes.page}>
            {preview.imageUrl ? <img src={preview.imageUrl} alt="" /> : undefined}
            <figcaption>
              <b>{preview.title ?? shortUrl(preview.url)}</b>
              {preview.description ? <span>{preview.description}</span> : undefined}
              <small>{preview.siteName ?? shortUrl(preview.url)}</small>
            </figcaption>
          </figure>
        ) : undefined}
        {preview?.title && onUseTitle ? (
          <Button size="sm" onClick={() => onUseTitle((preview.title ?? '').slice(0, 80))}>
            <span className={classes.cut}>{m['links.form.useTitle']({ title: preview.title })}</span>
          </Button>
        ) : undefined}
      </section>
      {link ? (
        <section className={classes.section}>
          <h2>{m['links.form.stats']()}</h2>
          <dl className={classes.stats}>
            <div>
              <dt>{m['links.form.clicks']()}</dt>
              <dd>{number(link.clicks)}</dd>
            </div>
            <div>
              <dt>{m['links.form.ctr']()}</dt>
              <dd>{link.ctr === null ? m['links.form.ctrNone']() : percent(link.ctr)}</dd>
            </div>
          </dl>
        </section>
      ) : undefined}
    </>
  )
}
