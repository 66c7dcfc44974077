package csharp

import "github.com/lc-index/lc/graph/resolve"

// through says what methods of the library's collections, queries and tasks give in
// terms of what they hold.
func through(name string, container bool) resolve.Passage {
	if !container {
		return resolve.PassNothing
	}
	switch name {
	case "Where", "OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending", "Order", "OrderDescending", "Take", "TakeWhile", "TakeLast", "Skip", "SkipWhile", "SkipLast", "Distinct", "DistinctBy",
		"Reverse", "Concat", "Union", "UnionBy", "Except", "ExceptBy", "Intersect", "IntersectBy", "Append", "Prepend", "DefaultIfEmpty", "ToList", "ToArray", "ToHashSet", "AsEnumerable", "AsQueryable",
		"AsReadOnly", "AsSpan", "AsMemory", "AsNoTracking", "Include", "Slice", "GetRange", "FindAll", "Values", "ConfigureAwait", "GetEnumerator", "GetAsyncEnumerator", "ToListAsync", "ToArrayAsync",
		"ToImmutableArray", "ToImmutableList", "Span", "GetAwaiter", "WithCancellation", "AsTask", "Clone", "AsParallel":
		return resolve.PassSame
	case "First", "FirstOrDefault", "Last", "LastOrDefault", "Single", "SingleOrDefault", "ElementAt", "ElementAtOrDefault", "Find", "FindLast", "Max", "Min", "MaxBy", "MinBy", "Peek", "Pop", "Dequeue",
		"Current", "Value", "Result", "GetResult", "GetValueOrDefault", "FirstAsync", "FirstOrDefaultAsync", "SingleAsync", "SingleOrDefaultAsync", "FindAsync", "GetOrAdd", "AddOrUpdate", "Target", "Aggregate":
		return resolve.PassElement
	}
	return resolve.PassNothing
}

// isObjectMember reports the members that every type has.
func isObjectMember(name string) bool {
	switch name {
	case "ToString", "Equals", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "Finalize":
		return true
	}
	return false
}

func isEnumMember(name string) bool {
	switch name {
	case "HasFlag", "CompareTo", "GetTypeCode":
		return true
	}
	return false
}

func isDelegateMember(name string) bool {
	switch name {
	case "Invoke", "BeginInvoke", "EndInvoke", "DynamicInvoke", "Method", "Target", "GetInvocationList", "Combine":
		return true
	}
	return false
}

// isCommon reports member names of the library that say nothing about a receiver of
// unknown type.
func isCommon(name string) bool {
	if isObjectMember(name) || isEnumMember(name) || isDelegateMember(name) || through(name, true) != resolve.PassNothing {
		return true
	}
	switch name {
	case "Add", "AddRange", "Remove", "RemoveAt", "RemoveAll", "RemoveRange", "Clear", "Contains", "ContainsKey", "ContainsValue", "TryGetValue", "TryAdd", "TryRemove", "Insert", "InsertRange", "IndexOf",
		"LastIndexOf", "CopyTo", "Count", "Length", "LongLength", "Keys", "Key", "Item", "Items", "Any", "All", "Select", "SelectMany", "GroupBy", "Join", "Zip", "Sum", "Average", "Cast", "OfType", "ToDictionary",
		"ToLookup", "SequenceEqual", "ForEach", "Exists", "Sort", "Enqueue", "Push", "TryDequeue", "TryPeek", "TryPop", "Dispose", "DisposeAsync", "Close", "Flush", "FlushAsync", "Read", "ReadAsync", "ReadLine",
		"ReadLineAsync", "ReadToEnd", "ReadToEndAsync", "ReadByte", "Write", "WriteAsync", "WriteLine", "WriteLineAsync", "WriteByte", "Seek", "Position", "SetLength", "Name", "FullName", "Message",
		"InnerException", "StackTrace", "Data", "Source", "Parse", "TryParse", "Format", "Trim", "TrimStart", "TrimEnd", "Split", "Substring", "Replace", "ToLower", "ToUpper", "ToLowerInvariant",
		"ToUpperInvariant", "StartsWith", "EndsWith", "PadLeft", "PadRight", "IsNullOrEmpty", "IsNullOrWhiteSpace", "Compare", "CompareTo", "Create", "CreateInstance", "Invoke", "Run", "Start", "Stop", "Wait",
		"WaitAsync", "Cancel", "Token", "IsCancellationRequested", "ContinueWith", "WhenAll", "WhenAny", "Delay", "FromResult", "CompletedTask", "HasValue", "MoveNext", "MoveNextAsync", "Reset", "GetValue", "SetValue",
		"GetTypeInfo", "IsAssignableFrom", "IsInstanceOfType", "GetMethod", "GetMethods", "GetProperty", "GetProperties", "GetField", "GetFields", "GetCustomAttribute", "GetCustomAttributes", "GetConstructor",
		"PropertyType", "ReturnType", "DeclaringType", "Assembly", "Namespace", "Type", "Append", "AppendLine", "AppendFormat", "Id", "Year", "Month", "Day", "Hour", "Minute", "Second", "Ticks", "TotalSeconds",
		"TotalMilliseconds", "Property", "Entity", "AddDays", "AddHours", "AddMinutes", "AddSeconds", "Date", "Now", "UtcNow", "Send", "SendAsync", "Get", "GetAsync", "PostAsync", "Content", "StatusCode", "Headers", "Body", "Request",
		"Response", "Save", "SaveChanges", "SaveChangesAsync", "Load", "LoadAsync", "Open", "OpenAsync", "Execute", "ExecuteAsync", "Update", "Delete", "Equal", "NotEqual", "True", "False", "Null", "NotNull", "Throws",
		"ThrowsAsync", "Empty", "NotEmpty", "IsType", "That", "AreEqual", "IsTrue", "IsFalse", "IsNull", "IsNotNull", "Setup", "Returns", "ReturnsAsync", "Verify", "Object", "Should", "Be", "BeTrue", "BeFalse", "Exchange",
		"Increment", "Decrement", "GetService", "GetRequiredService", "AddSingleton", "AddScoped", "AddTransient", "LogInformation", "LogWarning", "LogError", "LogDebug", "Path", "Status", "State", "Options", "Title",
		"Text", "Url", "Uri", "Description", "Version", "Properties", "Parent", "Children", "Root", "Next", "Previous", "Left", "Right", "Width", "Height", "Size", "Index", "Line", "Column", "Kind", "Error", "Errors":
		return true
	}
	return false
}

// isRoot reports the first parts of well-known namespaces.
func isRoot(name string) bool {
	switch name {
	case "System", "Microsoft", "Windows", "Mono", "Xamarin", "UnityEngine", "UnityEditor", "Newtonsoft", "NUnit", "Xunit", "Moq":
		return true
	}
	return false
}

// libraryType is the namespace of a common type of the library or of the usual test
// frameworks, "" for any other name. Of an attribute the name may be written short.
func libraryType(name string, attribute bool) string {
	switch name {
	case "Object", "String", "Boolean", "Byte", "SByte", "Int16", "Int32", "Int64", "UInt16", "UInt32", "UInt64", "IntPtr", "UIntPtr", "Single", "Double", "Decimal", "Char", "Void", "Guid", "DateTime", "DateTimeOffset",
		"DateOnly", "TimeOnly", "TimeSpan", "TimeZoneInfo", "Type", "Enum", "Array", "Delegate", "MulticastDelegate", "Attribute", "AttributeUsageAttribute", "AttributeTargets", "Action", "Func", "Predicate", "Comparison",
		"Converter", "EventHandler", "EventArgs", "IDisposable", "IAsyncDisposable", "IComparable", "IEquatable", "IFormattable", "ISpanFormattable", "IFormatProvider", "ICustomFormatter", "IConvertible", "ICloneable",
		"IServiceProvider", "IProgress", "Progress", "Lazy", "Nullable", "Tuple", "ValueTuple", "Uri", "UriKind", "Version", "Random", "Math", "MathF", "Convert", "BitConverter", "Buffer", "Console", "Environment",
		"GC", "Activator", "AppDomain", "AppContext", "Exception", "ArgumentException", "ArgumentNullException", "ArgumentOutOfRangeException", "InvalidOperationException", "InvalidCastException",
		"NotImplementedException", "NotSupportedException", "NullReferenceException", "IndexOutOfRangeException", "FormatException", "OverflowException", "DivideByZeroException", "TimeoutException",
		"ObjectDisposedException", "OperationCanceledException", "AggregateException", "SystemException", "ApplicationException", "UnauthorizedAccessException", "OutOfMemoryException", "StackOverflowException",
		"TypeLoadException", "MissingMethodException", "MemberAccessException", "UriFormatException", "Span", "ReadOnlySpan", "Memory", "ReadOnlyMemory", "ArraySegment", "StringComparison", "StringComparer",
		"StringSplitOptions", "DayOfWeek", "DateTimeKind", "Half", "Int128", "Index", "Range", "WeakReference", "ObsoleteAttribute", "FlagsAttribute", "SerializableAttribute", "ThreadStaticAttribute",
		"NonSerializedAttribute", "CLSCompliantAttribute", "ParamArrayAttribute", "RuntimeTypeHandle", "HashCode", "FormattableString", "TypeCode", "MidpointRounding", "ConsoleColor", "IObservable", "IObserver":
		return "System"
	case "List", "Dictionary", "HashSet", "Queue", "Stack", "LinkedList", "LinkedListNode", "SortedDictionary", "SortedList", "SortedSet", "PriorityQueue", "IList", "IDictionary", "ICollection", "IEnumerable",
		"IEnumerator", "IReadOnlyList", "IReadOnlyCollection", "IReadOnlyDictionary", "ISet", "IReadOnlySet", "IComparer", "IEqualityComparer", "Comparer", "EqualityComparer", "KeyValuePair", "KeyNotFoundException",
		"IAsyncEnumerable", "IAsyncEnumerator", "ReferenceEqualityComparer":
		return "System.Collections.Generic"
	case "Enumerable", "IQueryable", "IOrderedEnumerable", "IOrderedQueryable", "IGrouping", "ILookup", "Queryable":
		return "System.Linq"
	case "Task", "ValueTask", "TaskCompletionSource", "TaskScheduler", "TaskFactory", "Parallel", "ParallelOptions", "TaskCreationOptions", "TaskContinuationOptions", "TaskCanceledException", "TaskStatus":
		return "System.Threading.Tasks"
	case "CancellationToken", "CancellationTokenSource", "Thread", "ThreadPool", "Timer", "Interlocked", "Monitor", "SemaphoreSlim", "Semaphore", "Mutex", "ManualResetEvent", "ManualResetEventSlim", "AutoResetEvent",
		"ReaderWriterLockSlim", "AsyncLocal", "ThreadLocal", "Volatile", "Barrier", "CountdownEvent", "SynchronizationContext", "ExecutionContext", "PeriodicTimer", "Timeout", "LazyThreadSafetyMode":
		return "System.Threading"
	case "Stream", "MemoryStream", "FileStream", "File", "FileInfo", "Directory", "DirectoryInfo", "Path", "TextReader", "TextWriter", "StreamReader", "StreamWriter", "StringReader", "StringWriter", "BinaryReader",
		"BinaryWriter", "IOException", "FileNotFoundException", "DirectoryNotFoundException", "EndOfStreamException", "FileMode", "FileAccess", "FileShare", "SeekOrigin", "SearchOption", "FileAttributes", "BufferedStream",
		"FileSystemWatcher", "InvalidDataException", "PathTooLongException", "FileOptions":
		return "System.IO"
	case "StringBuilder", "Encoding", "UTF8Encoding", "ASCIIEncoding", "Rune", "Encoder", "Decoder":
		return "System.Text"
	case "Regex", "RegexOptions", "Match", "MatchCollection", "Group", "Capture":
		return "System.Text.RegularExpressions"
	case "CultureInfo", "NumberStyles", "DateTimeStyles", "NumberFormatInfo", "DateTimeFormatInfo", "TextInfo", "Calendar", "CompareOptions":
		return "System.Globalization"
	case "Assembly", "MethodInfo", "PropertyInfo", "FieldInfo", "ConstructorInfo", "ParameterInfo", "MemberInfo", "BindingFlags", "TypeInfo", "EventInfo", "MethodBase", "TargetInvocationException", "MemberTypes",
		"AssemblyName", "ICustomAttributeProvider", "Binder", "Missing", "AmbiguousMatchException", "DefaultMemberAttribute":
		return "System.Reflection"
	case "Debug", "Debugger", "Stopwatch", "Process", "ProcessStartInfo", "Trace", "Activity", "ActivitySource", "ActivityTraceId", "ActivitySpanId", "ConditionalAttribute", "DebuggerDisplayAttribute", "StackFrame",
		"FileVersionInfo", "TraceLevel", "UnreachableException":
		return "System.Diagnostics"
	case "NotNullWhenAttribute", "MaybeNullAttribute", "NotNullAttribute", "AllowNullAttribute", "DisallowNullAttribute", "DoesNotReturnAttribute", "SuppressMessageAttribute", "ExcludeFromCodeCoverageAttribute",
		"NotNullIfNotNullAttribute", "MemberNotNullAttribute", "DynamicallyAccessedMembersAttribute", "RequiresUnreferencedCodeAttribute", "StringSyntaxAttribute", "SetsRequiredMembersAttribute":
		return "System.Diagnostics.CodeAnalysis"
	case "CallerMemberNameAttribute", "MethodImplAttribute", "CompilerGeneratedAttribute", "ExtensionAttribute", "InternalsVisibleToAttribute", "RuntimeHelpers", "Unsafe", "MethodImplOptions", "TaskAwaiter",
		"CallerFilePathAttribute", "CallerLineNumberAttribute", "CallerArgumentExpressionAttribute", "IsExternalInit", "ModuleInitializerAttribute":
		return "System.Runtime.CompilerServices"
	case "ConcurrentDictionary", "ConcurrentQueue", "ConcurrentBag", "ConcurrentStack", "BlockingCollection":
		return "System.Collections.Concurrent"
	case "Collection", "ObservableCollection", "ReadOnlyCollection", "KeyedCollection", "ReadOnlyDictionary":
		return "System.Collections.ObjectModel"
	case "ImmutableArray", "ImmutableList", "ImmutableDictionary", "ImmutableHashSet", "IImmutableList", "IImmutableDictionary":
		return "System.Collections.Immutable"
	case "Expression", "LambdaExpression", "ParameterExpression", "MethodCallExpression", "MemberExpression", "ExpressionType":
		return "System.Linq.Expressions"
	case "HttpClient", "HttpRequestMessage", "HttpResponseMessage", "HttpMethod", "HttpContent", "StringContent", "HttpMessageHandler", "HttpRequestException", "IHttpClientFactory":
		return "System.Net.Http"
	case "FactAttribute", "TheoryAttribute", "InlineDataAttribute", "MemberDataAttribute", "ClassDataAttribute", "TraitAttribute", "CollectionAttribute", "TheoryData", "IClassFixture", "IAsyncLifetime", "ITestOutputHelper":
		return "Xunit"
	case "TestAttribute", "TestFixtureAttribute", "SetUpAttribute", "TearDownAttribute", "TestCaseAttribute", "TestCaseSourceAttribute", "OneTimeSetUpAttribute", "OneTimeTearDownAttribute", "CategoryAttribute":
		return "NUnit.Framework"
	case "TestClassAttribute", "TestMethodAttribute", "TestInitializeAttribute", "TestCleanupAttribute", "DataRowAttribute", "DataTestMethodAttribute":
		return "Microsoft.VisualStudio.TestTools.UnitTesting"
	}
	if attribute && name != "" {
		return libraryType(name+"Attribute", false)
	}
	return ""
}
