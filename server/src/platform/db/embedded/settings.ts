/** Settings that must hold, else a message that got its 250 could be lost (P2); checked at every start. */
export const durableSettings: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
}

/** What the built-in PostgreSQL runs with: mail on one machine, small when idle. */
export function postgresSettings(place: {
  /** Folder of the Unix socket; undefined where there is none (Windows), then `port` on loopback. */
  socketFolder: string | undefined
  port: number
  logFolder: string
}): Record<string, string> {
  return {
    ...durableSettings,
    listen_addresses: place.socketFolder === undefined ? '127.0.0.1' : '',
    unix_socket_directories: place.socketFolder === undefined ? '' : quoted(place.socketFolder),
    unix_socket_permissions: '0700',
    port: String(place.port),
    max_connections: '100',
    shared_buffers: '128MB',
    huge_pages: 'off',
    wal_compression: 'on',
    min_wal_size: '160MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '5min',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    io_workers: '1',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // One file a weekday, written anew each week: a log that never fills the disk.
    logging_collector: 'on',
    log_directory: place.logFolder,
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
  }
}

/** A folder in a list setting: quoted, so that a comma or a space in its name does not end it. */
const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`
