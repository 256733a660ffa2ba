/** A problem that an operator can put right: the message is the whole sentence that is shown. */
export class CannotMigrate extends Error {}
