/** Why options are not offered, by reason; each list in the words of fio's manual. */
const reasons: readonly (readonly [reason: string, options: string])[] = [
  [
    'It runs commands on the machine.',
    'exec_prerun exec_postrun trigger trigger_file trigger_timeout trigger_remote ioscheduler',
  ],
  [
    'It loads code or settings from other files.',
    'include external profile cpumask_file plugin merge_blktrace_file merge_blktrace_scalars merge_blktrace_iters',
  ],
  [
    'It connects to other machines.',
    'client server hostname port listen protocol interface nodelay remote_config unique_filename',
  ],
  [
    'The app names the one file of a run itself, so that no other file is written.',
    'filename directory opendir filename_format nrfiles nr_files openfiles filesize file_service_type lockfile aux_path',
  ],
  [
    'The app creates, lays out and removes the data file itself.',
    'create_only create_on_open create_serialize create_fsync allow_file_create fallocate file_append overwrite unlink unlink_each_loop fill_device fill_fs',
  ],
  [
    'It writes further files.',
    'output output_format write_bw_log write_lat_log write_iops_log write_hist_log write_iolog per_job_logs log_avg_msec log_hist_msec log_hist_coarseness log_max_value log_offset log_prio log_entries log_compression log_compression_cpus log_store_compressed log_unix_epoch log_alternate_epoch log_alternate_epoch_clock_id',
  ],
  [
    'It replays a recording that names its own files.',
    'read_iolog read_iolog_chunked replay_no_stall replay_redirect replay_scale replay_align replay_time_scale replay_skip',
  ],
  ['It lets fio write to mounted devices.', 'allow_mounted_write'],
  [
    'It discards data or manages the zones of a raw device; only files are written for now.',
    'trim_percentage trim_verify_zero trim_backlog trim_backlog_batch zonemode zonesize zonerange zonecapacity zoneskip read_beyond_wp max_open_zones job_max_open_zones ignore_zone_limits zone_reset_threshold zone_reset_frequency block_error_percentiles cmd_type atomic',
  ],
  [
    'It checks data instead of measuring speed, and adds reads to the numbers.',
    'verify do_verify verify_only verify_interval verify_offset verify_pattern verify_fatal verify_dump verify_async verify_backlog verify_backlog_batch verify_state_load verify_state_save experimental_verify',
  ],
  ['It would measure a part of the file that was not written before.', 'offset fileoffset'],
  [
    'It changes which user or control group the load runs as.',
    'uid gid cgroup cgroup_nodelete cgroup_weight',
  ],
  [
    'It hides failed requests, so a broken run would count as a result.',
    'continue_on_error ignore_error error_dump',
  ],
  [
    'It leaves out numbers that the results need.',
    'gtod_reduce disable_lat disable_clat disable_bw_measurement disable_bw stats',
  ],
  [
    'It changes units or merges directions, so that results could not be compared.',
    'kb_base unit_base unified_rw_reporting significant_figures',
  ],
  [
    'A run is one job; more are made with Jobs, Repetitions and axes.',
    'name description wait_for stonewall wait_for_previous new_group group_reporting exitall exit_what exitall_on_error flow flow_id flow_sleep loops startdelay',
  ],
  ['Jobs places sequential jobs itself.', 'offset_increment offset_align'],
  [
    'Compressible and Dedupe decide what is written.',
    'zero_buffers refill_buffers scramble_buffers buffer_compress_chunk',
  ],
  ['Each repetition has its own stored seed; see Same places every run.', 'randseed allrandrepeat'],
  ['Use Direct I/O.', 'buffered'],
  ['Use Reads.', 'rwmixwrite'],
  ['Both families of latency are always reported.', 'clat_percentiles lat_percentiles'],
  ['It takes memory from the whole machine.', 'lockmem'],
]

const reasonByOption: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, options]) => options.split(' ').map((option) => [option, reason] as const)),
)

/** Why an option of fio is not offered, as one sentence; undefined for options that are not known at all. */
export function denialReason(option: string): string | undefined {
  return (
    reasonByOption.get(option) ??
    (/^(exec|log|verify|trim|zone|replay|cgroup|trigger)_|_log$/.test(option)
      ? 'It is not on the list of options that only shape the load.'
      : undefined)
  )
}

/** Every denied option, for documentation and tests. */
export const deniedOptions: readonly string[] = [...reasonByOption.keys()]
