import { quoted } from '../../units/parsed'

/** The servers that the app starts for a campaign. */
export type Server = 'mariadb' | 'mysql' | 'postgresql'

/** The forms of values; none of them can be a path, a command or an address. */
const forms = {
  count: { says: 'a whole number', pattern: /^-?\d{1,18}$/ },
  number: { says: 'a number', pattern: /^-?\d{1,15}(?:\.\d{1,9})?$/ },
  size: { says: 'a number, or a size such as 64M', pattern: /^\d{1,18}(?:[kmgt]?b?)$/i },
  time: {
    says: 'a number, or a time such as 200ms',
    pattern: /^-?\d{1,15}(?:\.\d{1,9})?(?:us|ms|s|min|h|d)?$/,
  },
  switch: { says: 'on or off', pattern: /^(?:on|off|0|1|true|false|yes|no)$/i },
  word: { says: 'a number or one word', pattern: /^[a-z0-9][a-z0-9_-]{0,40}$/i },
} as const

type Form = keyof typeof forms

function named(lists: Partial<Record<Form, string>>): ReadonlyMap<string, Form> {
  return new Map(
    Object.entries(lists).flatMap(([form, names]) =>
      names
        .split(/\s+/)
        .filter(Boolean)
        .map((name) => [name, form as Form] as const),
    ),
  )
}

/** Sizes, memory, threads, flushing and logs of MariaDB and MySQL, in the words of their manuals. */
const mysqlOptions = named({
  size: `binlog_cache_size binlog_stmt_cache_size bulk_insert_buffer_size aria_pagecache_buffer_size
    innodb_buffer_pool_chunk_size innodb_buffer_pool_size innodb_ddl_buffer_size innodb_fsync_threshold
    innodb_log_buffer_size innodb_log_file_size innodb_log_write_ahead_size innodb_max_undo_log_size
    innodb_online_alter_log_max_size innodb_page_size innodb_redo_log_capacity innodb_sort_buffer_size join_buffer_size
    key_buffer_size max_allowed_packet max_binlog_size max_heap_table_size query_cache_limit query_cache_size
    read_buffer_size read_rnd_buffer_size sort_buffer_size temptable_max_ram thread_stack tmp_table_size`,
  count: `back_log innodb_adaptive_hash_index_parts innodb_adaptive_max_sleep_delay innodb_autoextend_increment
    innodb_buffer_pool_instances innodb_change_buffer_max_size innodb_commit_concurrency innodb_compression_level
    innodb_concurrency_tickets innodb_ddl_threads innodb_doublewrite_batch_size innodb_doublewrite_files
    innodb_doublewrite_pages innodb_fill_factor innodb_flush_log_at_timeout innodb_flush_log_at_trx_commit
    innodb_flush_neighbors innodb_flushing_avg_loops innodb_idle_flush_pct innodb_io_capacity innodb_io_capacity_max
    innodb_lock_wait_timeout innodb_log_files_in_group innodb_log_spin_wait_delay innodb_lru_flush_size
    innodb_lru_scan_depth innodb_max_purge_lag innodb_max_purge_lag_delay innodb_old_blocks_pct innodb_old_blocks_time
    innodb_open_files innodb_page_cleaners innodb_parallel_read_threads innodb_purge_batch_size
    innodb_purge_rseg_truncate_frequency innodb_purge_threads innodb_read_ahead_threshold innodb_read_io_threads
    innodb_rollback_segments innodb_spin_wait_delay innodb_spin_wait_pause_multiplier innodb_stats_persistent_sample_pages
    innodb_sync_array_size innodb_sync_spin_loops innodb_thread_concurrency innodb_thread_sleep_delay
    innodb_undo_tablespaces innodb_write_io_threads max_connections max_prepared_stmt_count open_files_limit sync_binlog
    table_definition_cache table_open_cache table_open_cache_instances thread_cache_size thread_pool_idle_timeout
    thread_pool_max_threads thread_pool_oversubscribe thread_pool_size thread_pool_stall_limit`,
  number: `innodb_adaptive_flushing_lwm innodb_max_dirty_pages_pct innodb_max_dirty_pages_pct_lwm`,
  switch: `innodb_adaptive_flushing innodb_adaptive_hash_index innodb_data_file_buffering
    innodb_data_file_write_through innodb_deadlock_detect innodb_dedicated_server innodb_disable_sort_file_cache
    innodb_file_per_table innodb_flush_sync innodb_log_checksums innodb_log_compressed_pages innodb_log_file_buffering
    innodb_log_file_mmap innodb_log_file_write_through innodb_log_writer_threads innodb_numa_interleave
    innodb_random_read_ahead innodb_stats_auto_recalc innodb_stats_persistent innodb_undo_log_truncate
    innodb_use_atomic_writes innodb_use_native_aio large_pages performance_schema`,
  word: `innodb_change_buffering innodb_checksum_algorithm innodb_compression_algorithm innodb_default_row_format
    innodb_doublewrite innodb_flush_method query_cache_type thread_handling transaction_isolation`,
})

/** The same of PostgreSQL. */
const postgresqlOptions = named({
  size: `backend_flush_after bgwriter_flush_after checkpoint_flush_after effective_cache_size io_combine_limit
    io_max_combine_limit maintenance_work_mem max_stack_depth max_wal_size min_dynamic_shared_memory min_wal_size
    shared_buffers temp_buffers vacuum_buffer_usage_limit wal_buffers wal_decode_buffer_size wal_keep_size
    wal_skip_threshold wal_writer_flush_after work_mem autovacuum_work_mem huge_page_size`,
  count: `autovacuum_max_workers autovacuum_vacuum_cost_limit autovacuum_vacuum_threshold bgwriter_lru_maxpages
    commit_delay commit_siblings default_statistics_target effective_io_concurrency io_max_concurrency io_workers
    maintenance_io_concurrency max_connections max_files_per_process max_locks_per_transaction
    max_parallel_maintenance_workers max_parallel_workers max_parallel_workers_per_gather max_pred_locks_per_transaction
    max_wal_senders max_worker_processes vacuum_cost_limit vacuum_cost_page_dirty vacuum_cost_page_hit
    vacuum_cost_page_miss`,
  number: `autovacuum_vacuum_scale_factor bgwriter_lru_multiplier checkpoint_completion_target cpu_index_tuple_cost
    cpu_operator_cost cpu_tuple_cost hash_mem_multiplier random_page_cost seq_page_cost`,
  time: `autovacuum_naptime autovacuum_vacuum_cost_delay bgwriter_delay checkpoint_timeout vacuum_cost_delay
    wal_writer_delay`,
  switch: `autovacuum fsync full_page_writes jit parallel_leader_participation track_counts track_io_timing
    track_wal_io_timing wal_init_zero wal_log_hints wal_recycle`,
  word: `default_toast_compression default_transaction_isolation dynamic_shared_memory_type huge_pages io_method
    recovery_prefetch shared_memory_type synchronous_commit wal_compression wal_level wal_sync_method`,
})

const optionsOf: Readonly<Record<Server, ReadonlyMap<string, Form>>> = {
  mariadb: mysqlOptions,
  mysql: mysqlOptions,
  postgresql: postgresqlOptions,
}

const serverNames: Readonly<Record<Server, string>> = {
  mariadb: 'MariaDB',
  mysql: 'MySQL',
  postgresql: 'PostgreSQL',
}

/**
 * What is wrong with an option that is passed to a private server, such as `innodb_io_capacity=2000`; undefined if
 * nothing is. An allow-list: only options of sizes, memory, threads, flushing and logs are passed on, with values that
 * name no file, command or address.
 */
export function checkServerOption(
  assignment: string,
  server: Server,
): { readonly text: string; readonly remedy: string } | undefined {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(assignment) ?? []
  // The servers of the MySQL family read both spellings.
  const form = optionsOf[server].get(server === 'postgresql' ? name : name.replaceAll('-', '_'))
  if (!form)
    return {
      text: `${name} is not among the options of ${serverNames[server]} that this app passes on.`,
      remedy:
        'Remove it. Sizes, memory, threads, flushing and logs can be set; the app decides where the server listens, who may log in and where its files are.',
    }
  if (forms[form].pattern.test(value)) return undefined
  return {
    text: `${name} takes ${forms[form].says}, not ${quoted(value)}.`,
    remedy: 'Change the value, or remove the option.',
  }
}

/** The names that are passed on, for documentation and tests. */
export function passedOptions(server: Server): readonly string[] {
  return [...optionsOf[server].keys()]
}
