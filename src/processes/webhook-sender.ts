import { Sender, type SenderMeans } from '#features/webhooks/server/send.ts'
import { inBackground } from '#platform/background.ts'

const idleMs = 1_000
const busyMs = 20

/**
 * Sends webhooks beside requests, a second after what they tell of. Not a job of the queue: one endpoint that hangs would
 * hold the next run up. What a process leaves behind when it ends is sent by another once its lease is over.
 */
export function startWebhooks(means: SenderMeans): { stop: () => Promise<void> } {
  const sender = new Sender(means)
  let stopped = false
  let wake = () => {}
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, ms).unref()
    })
  const work = async () => {
    while (!stopped) {
      let begun = 0
      try {
        begun = await inBackground(() => sender.tick())
      } catch (error) {
        means.log.warn({ error }, 'webhooks not sent')
      }
      if (stopped) return
      // As soon as one of them is answered, the next message of its thing is due.
      await (begun > 0
        ? Promise.race([sender.oneSettled(), rest(idleMs)]).then(() => rest(busyMs))
        : rest(idleMs))
    }
  }
  const working = work()
  const patience = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
  return {
    stop: async () => {
      stopped = true
      wake()
      await Promise.race([working.then(() => sender.settled()), patience(3_000)])
    },
  }
}
