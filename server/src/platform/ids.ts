declare const brand: unique symbol
type Id<Name extends string> = number & { readonly [brand]: Name }

/** Row identifiers, branded so that one kind cannot be passed for another. All are whole numbers below 2^53. */
export type OrganisationId = Id<'organisation'>
export type UserId = Id<'user'>
export type AccountId = Id<'account'>
export type FolderId = Id<'folder'>
export type MessageId = Id<'message'>
export type ThreadId = Id<'thread'>
export type SessionId = Id<'session'>
export type SubmissionId = Id<'submission'>
export type LabelId = Id<'label'>
export type UploadId = Id<'upload'>
/** An upload in chunks; UploadId is the file that it becomes. */
export type OpenUploadId = Id<'open-upload'>

/** Gives a number that was checked at the border its brand. */
export const asId = <T extends Id<string>>(value: number): T => value as T
