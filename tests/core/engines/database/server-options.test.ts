import { expect, it } from 'vitest'
import { checkServerOption, passedOptions } from '../../../../src/core/engines/database/server-options'

it.each([
  ...['mariadb', 'mysql'].map((server) => [server, 'innodb_buffer_pool_size=1G'] as const),
  ['mariadb', 'innodb-flush-method=O_DIRECT'],
  ['mariadb', 'innodb_max_dirty_pages_pct=37.5'],
  ['mysql', 'innodb_redo_log_capacity=8589934592'],
  ['mysql', 'innodb_doublewrite=OFF'],
  ['postgresql', 'shared_buffers=128MB'],
  ['postgresql', 'checkpoint_timeout=15min'],
  ['postgresql', 'synchronous_commit=off'],
  ['postgresql', 'checkpoint_completion_target=0.9'],
] as const)('passes on to %s: %s', (server, option) => {
  expect(checkServerOption(option, server as 'mariadb')).toBeUndefined()
})

it.each([
  ...['skip_name_resolve=0', 'skip_grant_tables=1', 'feedback=ON', 'wsrep_provider=x', 'init_connect=x'],
  ...['chroot=x', 'core_file=1', 'character_sets_dir=x', 'innodb_data_home_dir=x', 'lc_messages_dir=x'],
  ...[
    'plugin_load_add=x',
    'init_file=x',
    'general_log=1',
    'log_bin=x',
    'user=root',
    'loose_innodb_io_capacity=1',
  ],
  // The servers would read prefixes and variants of their options.
  ...['skip-networking=0', 'skip_networkin=0', 'enable_innodb_doublewrite=1', 'innodb_buffer_pool_siz=1G'],
  ...['INNODB_IO_CAPACITY=1', 'shared_buffers=128MB', '__proto__=1', 'constructor=1', 'toString=1', '=1'],
])('does not pass on %s', (option) => {
  for (const server of ['mariadb', 'mysql'] as const)
    expect(checkServerOption(option, server)?.text).toMatch(/is not among the options of M/)
})

it.each([
  ...['archive_command=x', 'listen_addresses=*', 'local_preload_libraries=x', 'ssl=on', 'log_directory=x'],
  ...['shared-buffers=128MB', 'session_preload_libraries=x', 'unix_socket_permissions=0777', 'hba_file=x'],
])('does not pass on %s to PostgreSQL', (option) => {
  expect(checkServerOption(option, 'postgresql')?.text).toMatch(/is not among the options of PostgreSQL/)
})

it.each([
  ['innodb_io_capacity=/tmp/x', 'innodb_io_capacity takes a whole number, not "/tmp/x".'],
  ['innodb_log_file_size=1G;x', /takes a number, or a size such as 64M/],
  ['innodb_flush_method=/x', /takes a number or one word/],
  ['innodb_adaptive_flushing=perhaps', /takes on or off/],
  ['innodb_io_capacity=', /takes a whole number/],
  ['innodb_io_capacity=1\nskip_grant_tables', /takes a whole number/],
])('refuses the value of %j', (option, said) => {
  expect(checkServerOption(option, 'mariadb')?.text).toMatch(said)
})

it('names no file, folder, command, plugin, address or account', () => {
  const names = (['mariadb', 'mysql', 'postgresql'] as const).flatMap(passedOptions)
  const dangerous =
    /(?:_dir$|directory|_path|command|librar|plugin|host|address|_user|password|socket$|^port$|grant|auth|ssl|init_(?!zero)|^skip|secure|log_error|general_log|slow)/
  expect(names.filter((name) => dangerous.test(name))).toEqual([])
  expect(new Set(names.map((name) => /^[a-z][a-z0-9_]+$/.test(name)))).toEqual(new Set([true]))
})
