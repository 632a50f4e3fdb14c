import type { Reporter, TestCase } from 'vitest/node'

/** Names at the end which journeys passed only when they were tried again: green, but somebody's work. */
export default class SecondTry implements Reporter {
  private readonly names: string[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.names.push(`${test.module.relativeModuleId} › ${test.fullName}`)
  }

  onTestRunEnd() {
    if (this.names.length > 0) console.log(`\nPassed only at a second try:\n  ${this.names.join('\n  ')}`)
  }
}
