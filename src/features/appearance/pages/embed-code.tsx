import { mdiContentCopy } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { embedAddress } from './embed-address.ts'
import classes from './embed-code.module.css'

const parts = ['events', 'shop'] as const
const heights = { events: 480, shop: 620 }
const names = { events: m['appearance.embed.events'], shop: m['appearance.embed.shop'] }

/** The lines that put concerts or shop into the artist's own site. `url`: where fans see the portal. */
export function EmbedCode({ url }: { url: string }) {
  const copy = async (code: string) => {
    await navigator.clipboard.writeText(code)
    toast(m['appearance.embed.copied']())
  }
  return (
    <>
      <p className={classes.note}>{m['appearance.embed.note']()}</p>
      {parts.map((part) => {
        const code = `<iframe src="${embedAddress(url, part, getLocale())}" title="${names[part]()}" width="100%" height="${heights[part]}" style="border:0" loading="lazy"></iframe>`
        return (
          <div key={part} className={classes.part}>
            <h3>{names[part]()}</h3>
            <code className={classes.code}>{code}</code>
            <Button size="sm" icon={mdiContentCopy} onClick={() => copy(code)}>
              {m['appearance.embed.copy']({ part: names[part]() })}
            </Button>
          </div>
        )
      })}
    </>
  )
}
