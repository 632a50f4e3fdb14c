import { m } from '#paraglide/messages.js'

/** How often a saved view comes by mail. */
export const reportNames = {
  none: m['savedViews.report.none'],
  weekly: m['savedViews.report.weekly'],
  monthly: m['savedViews.report.monthly'],
}
