import type { Api, Failure } from '#client.ts'
import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { PagePreview } from '#ui/page-preview.tsx'
import { SideSection } from '#ui/side-section.tsx'
import classes from './link-side.module.css'
import { shortUrl, titleOf } from './link-state.ts'
import { draftOf, type LinkValues, titleMaxLength } from './link-values.ts'

type Preview = Exclude<Awaited<ReturnType<Api['links']['previewLink']>>, Failure | undefined>

interface LinkSideProps {
  /** None: who may only read has no form to look ahead from. */
  portalId: string | undefined
  link: Link | null
  values: LinkValues
  preview: Preview | undefined
  /** Only while the link has no title of its own. */
  onUseTitle: ((title: string) => void) | undefined
}

/** Beside the form: what fans will see, what the destination says of itself, and how the link does. */
export function LinkSide({ portalId, link, values, preview, onUseTitle }: LinkSideProps) {
  const title = titleOf(values, getLocale()) || preview?.title || ''
  // As long as it has no title of its own, it is shown with that of its destination.
  const named = values.title.es.trim()
    ? values.title
    : { ...values.title, es: title.slice(0, titleMaxLength) }
  return (
    <>
      {portalId ? (
        <PagePreview
          part={
            title && values.url.trim() ? { portalId, link: draftOf({ ...values, title: named }) } : undefined
          }
          empty={m['links.form.previewEmpty']()}
        />
      ) : undefined}
      {preview ? <Destination preview={preview} onUseTitle={onUseTitle} /> : undefined}
      {link ? <Figures link={link} /> : undefined}
    </>
  )
}

/** What the destination says of itself. */
function Destination({ preview, onUseTitle }: { preview: Preview } & Pick<LinkSideProps, 'onUseTitle'>) {
  const { title, description, imageUrl, siteName, url } = preview
  return (
    <SideSection title={m['links.form.destination']()}>
      <figure className={classes.page}>
        {imageUrl ? <img src={imageUrl} alt="" /> : undefined}
        <figcaption>
          <b>{title ?? shortUrl(url)}</b>
          {description ? <span>{description}</span> : undefined}
          <small>{siteName ?? shortUrl(url)}</small>
        </figcaption>
      </figure>
      {title && onUseTitle ? (
        <Button size="sm" onClick={() => onUseTitle(title.slice(0, 80))}>
          <span className={classes.cut}>{m['links.form.useTitle']({ title })}</span>
        </Button>
      ) : undefined}
    </SideSection>
  )
}

/** How the link does. */
function Figures({ link }: { link: Link }) {
  const { number, percent } = here()
  return (
    <SideSection title={m['links.form.stats']()}>
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
    </SideSection>
  )
}
