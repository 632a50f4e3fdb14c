import { m } from '#paraglide/messages.js'

/** The icons to choose from, in words. */
export const iconOptions = () => [
  { value: '', label: m['links.form.noIcon']() },
  { value: 'link', label: m['links.icon.link']() },
  { value: 'music', label: m['links.icon.music']() },
  { value: 'video', label: m['links.icon.video']() },
  { value: 'ticket', label: m['links.icon.ticket']() },
  { value: 'shop', label: m['links.icon.shop']() },
  { value: 'news', label: m['links.icon.news']() },
  { value: 'mail', label: m['links.icon.mail']() },
  { value: 'phone', label: m['links.icon.phone']() },
  { value: 'social', label: m['links.icon.social']() },
]
