/** Answers of a person who starts whatever is asked: for tests that are about something else than the questions. */
export const startAnyway = { acceptsWear: true, orphans: 'leave', beside: false } as const
