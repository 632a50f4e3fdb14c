import { Gauge } from 'prom-client'

interface Waits {
  readonly length: number
  onDisk: () => Promise<number>
  refused: () => Promise<number>
}
let queue: Waits | undefined

new Gauge({
  name: 'backline_visits_waiting',
  help: 'Visits of this process that wait in memory, and bytes of those that wait on disk, whichever process put them there',
  labelNames: ['where'],
  async collect() {
    if (!queue) return
    this.set({ where: 'memory' }, queue.length)
    this.set({ where: 'disk' }, await queue.onDisk().catch(() => 0))
  },
})

new Gauge({
  name: 'backline_visits_refused',
  help: 'Batches of which the database refused visits for good, set aside on disk until they are 47 h old',
  async collect() {
    if (queue) this.set(await queue.refused().catch(() => 0))
  },
})

/** Whose visits `/metrics` tells of. */
export const tellWaiting = (of: Waits): void => {
  queue = of
}
