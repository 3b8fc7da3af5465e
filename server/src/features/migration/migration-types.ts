/** Words of the contract that rows hold. */
export type {
  MigrationReason,
  MigrationState,
  SourceServer,
} from '@hongyan/contract/migration'
