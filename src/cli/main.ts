import { Command, CommanderError } from 'commander'
import { EXIT } from '../check/outcome.js'
import { InputError, WiringError } from '../errors.js'
import { version } from '../transport/version.js'
import { compareCommand } from './compare.js'
import { detectCommand } from './detect.js'
import { gateCommand } from './gate.js'
import { planCommand } from './plan.js'
import { runCommand } from './run.js'

const program = (): Command =>
  new Command('groundwire')
    .description(
      'Proves what an LLM judge is shown: every metric ignores what it must not receive, and reads what it must.',
    )
    .version(version)
    .showHelpAfterError('(groundwire --help lists commands and flags)')
    .addCommand(gateCommand())
    .addCommand(detectCommand())
    .addCommand(runCommand())
    .addCommand(compareCommand())
    .addCommand(planCommand())

/**
 * Runs a command line and sets the exit code of the process. Bad input and usage are 2 with a message; anything that is
 * no error of groundwire's own is shown with its stack and is 3.
 */
export const main = async (argv: readonly string[]): Promise<void> => {
  // Node leaves, without a word, where a scorer's promise never settles and nothing is left that could settle it.
  const left = () => {
    process.stderr.write('groundwire: an evaluation never ended, and nothing is under way that could end it\n')
    process.exitCode = EXIT.incomplete
  }
  process.once('beforeExit', left)
  const command = program()
  for (const each of [command, ...command.commands]) each.exitOverride()
  try {
    await command.parseAsync([...argv])
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode === 0 ? EXIT.pass : EXIT.usage
      return
    }
    const known = thrown instanceof InputError || thrown instanceof WiringError
    process.stderr.write(`groundwire: ${known ? thrown.message : thrown instanceof Error ? thrown.stack : thrown}\n`)
    process.exitCode = known ? EXIT.usage : EXIT.incomplete
  } finally {
    process.off('beforeExit', left)
  }
}
