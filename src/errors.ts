/**
 * Every error that groundwire raises on purpose: a stable `code` for programs, a message for people that says what
 * happened, where, and what to do.
 */
export abstract class GroundwireError extends Error {
  abstract readonly code: string
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** A metric read an artifact that its ratio does not declare, or its declaration contradicts itself. */
export class WiringError extends GroundwireError {
  readonly code = 'GW_WIRING'
}

/** A dataset, a config or an argument that cannot be used (exit code 2). */
export class InputError extends GroundwireError {
  readonly code = 'GW_INPUT'
}

/** A scorer threw, or returned what is no score. */
export class ScorerError extends GroundwireError {
  readonly code = 'GW_SCORER'
}

/** An evaluation that was given up because it took too long. */
export class TimeLimitError extends GroundwireError {
  readonly code = 'GW_TIME_LIMIT'
}
