//! Functions that are not there: each says so on stderr once, and returns the code for it.

use crate::error::{Code, NOT_SUPPORTED, call, fail};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

fn refuse(name: &'static str) -> Code {
    static TOLD: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if told.get_or_insert_default().insert(name) {
        eprintln!("wavetank: {name} is not supported");
    }
    drop(told);
    call(name, || fail(NOT_SUPPORTED, "it is not supported"))
}

/// Their arguments are not looked at, so it does not matter what these are.
macro_rules! unsupported {
    ($($name:ident)*) => {$(
        #[allow(non_snake_case, missing_docs)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> Code {
            refuse(stringify!($name))
        }
    )*};
}

#[rustfmt::skip]
unsupported! {
    hipDeviceGetTexture1DLinearMaxWidth hipExtGetLinkTypeAndHopCount hipIpcGetMemHandle hipIpcOpenMemHandle
    hipIpcCloseMemHandle hipIpcGetEventHandle hipIpcOpenEventHandle hipExtStreamCreateWithCUMask
    hipExtStreamGetCUMask hipStreamSetAttribute hipStreamGetAttribute hipStreamCopyAttributes
    hipStreamWaitValue32 hipStreamWaitValue64 hipStreamWriteValue32 hipStreamWriteValue64 hipStreamBatchMemOp
    hipGraphAddBatchMemOpNode hipGraphBatchMemOpNodeGetParams hipGraphBatchMemOpNodeSetParams
    hipGraphExecBatchMemOpNodeSetParams hipPointerSetAttribute hipDrvPointerGetAttributes
    hipImportExternalSemaphore hipSignalExternalSemaphoresAsync hipWaitExternalSemaphoresAsync
    hipDestroyExternalSemaphore hipImportExternalMemory hipExternalMemoryGetMappedBuffer
    hipDestroyExternalMemory hipExternalMemoryGetMappedMipmappedArray hipMemPrefetchAsync_v2 hipMemAdvise_v2
    hipMemRangeGetAttribute hipMemRangeGetAttributes hipMemPoolSetAccess hipMemPoolGetAccess
    hipMemPoolExportToShareableHandle hipMemPoolImportFromShareableHandle hipMemPoolExportPointer
    hipMemPoolImportPointer hipMemcpyAtoD hipMemcpyDtoA hipMemcpyAtoA hipMemcpyAtoHAsync hipMemcpyHtoAAsync
    hipGetProcAddress hipMemsetD2D8 hipMemsetD2D8Async hipMemsetD2D16 hipMemsetD2D16Async hipMemsetD2D32
    hipMemsetD2D32Async hipArrayCreate hipArrayDestroy hipArray3DCreate hipArrayGetDescriptor
    hipArray3DGetDescriptor hipMemcpyParam2D hipMemcpyParam2DAsync hipMemcpy2DArrayToArray hipMemcpyToArray
    hipMemcpyFromArray hipMemcpyAtoH hipMemcpyHtoA hipDrvMemcpy3D hipDrvMemcpy3DAsync hipMemcpyBatchAsync
    hipMemcpy3DBatchAsync hipMemcpy3DPeer hipMemcpy3DPeerAsync hipCtxCreate hipCtxDestroy hipCtxPopCurrent
    hipCtxPushCurrent hipCtxSetCurrent hipCtxGetCurrent hipCtxGetDevice hipCtxGetApiVersion
    hipCtxGetCacheConfig hipCtxSetCacheConfig hipCtxSetSharedMemConfig hipCtxGetSharedMemConfig hipCtxGetFlags
    hipCtxEnablePeerAccess hipCtxDisablePeerAccess hipDevicePrimaryCtxGetState hipDevicePrimaryCtxRelease
    hipDevicePrimaryCtxRetain hipDevicePrimaryCtxReset hipDevicePrimaryCtxSetFlags hipLibraryLoadData
    hipLibraryLoadFromFile hipLibraryUnload hipLibraryGetKernel hipLibraryGetKernelCount
    hipLibraryEnumerateKernels hipKernelGetLibrary hipKernelGetName hipGetDriverEntryPoint hipModuleGetTexRef
    hipLinkAddData hipLinkAddFile hipLinkComplete hipLinkCreate hipLinkDestroy
    hipModuleLaunchCooperativeKernelMultiDevice hipLaunchCooperativeKernelMultiDevice
    hipExtLaunchMultiKernelMultiDevice hipLaunchKernelExC hipDrvLaunchKernelEx hipMemGetHandleForAddressRange
    hipOccupancyAvailableDynamicSMemPerBlock hipConfigureCall hipSetupArgument hipLaunchByPtr
    hipDrvMemcpy2DUnaligned hipGetTextureObjectResourceViewDesc hipTexObjectCreate hipTexObjectDestroy
    hipTexObjectGetResourceDesc hipTexObjectGetResourceViewDesc hipTexObjectGetTextureDesc
    hipMallocMipmappedArray hipFreeMipmappedArray hipGetMipmappedArrayLevel hipMipmappedArrayCreate
    hipMipmappedArrayDestroy hipMipmappedArrayGetLevel hipBindTextureToMipmappedArray hipGetTextureReference
    hipTexRefGetBorderColor hipTexRefGetArray hipTexRefSetAddressMode hipTexRefSetArray hipTexRefSetFilterMode
    hipTexRefSetFlags hipTexRefSetFormat hipBindTexture hipBindTexture2D hipBindTextureToArray
    hipGetTextureAlignmentOffset hipUnbindTexture hipTexRefGetAddress hipTexRefGetAddressMode
    hipTexRefGetFilterMode hipTexRefGetFlags hipTexRefGetFormat hipTexRefGetMaxAnisotropy
    hipTexRefGetMipmapFilterMode hipTexRefGetMipmapLevelBias hipTexRefGetMipmapLevelClamp
    hipTexRefGetMipMappedArray hipTexRefSetAddress hipTexRefSetAddress2D hipTexRefSetMaxAnisotropy
    hipTexRefSetBorderColor hipTexRefSetMipmapFilterMode hipTexRefSetMipmapLevelBias
    hipTexRefSetMipmapLevelClamp hipTexRefSetMipmappedArray hipStreamBeginCaptureToGraph
    hipStreamGetCaptureInfo_v2 hipStreamUpdateCaptureDependencies hipGraphInstantiateWithParams
    hipGraphAddNode hipGraphNodeSetParams hipGraphExecNodeSetParams hipGraphKernelNodeGetParams
    hipDrvGraphAddMemcpyNode hipGraphMemcpyNodeGetParams hipGraphKernelNodeSetAttribute
    hipGraphKernelNodeGetAttribute hipGraphAddMemcpyNodeFromSymbol hipGraphMemcpyNodeSetParamsFromSymbol
    hipGraphExecMemcpyNodeSetParamsFromSymbol hipGraphAddMemcpyNodeToSymbol
    hipGraphMemcpyNodeSetParamsToSymbol hipGraphExecMemcpyNodeSetParamsToSymbol hipGraphMemsetNodeGetParams
    hipGraphHostNodeGetParams hipGraphChildGraphNodeGetGraph hipGraphExecChildGraphNodeSetParams
    hipGraphEventRecordNodeGetEvent hipGraphEventRecordNodeSetEvent hipGraphExecEventRecordNodeSetEvent
    hipGraphEventWaitNodeGetEvent hipGraphEventWaitNodeSetEvent hipGraphExecEventWaitNodeSetEvent
    hipGraphAddMemAllocNode hipGraphMemAllocNodeGetParams hipGraphAddMemFreeNode hipGraphMemFreeNodeGetParams
    hipDeviceGetGraphMemAttribute hipDeviceSetGraphMemAttribute hipDeviceGraphMemTrim hipUserObjectCreate
    hipUserObjectRelease hipUserObjectRetain hipGraphRetainUserObject hipGraphReleaseUserObject
    hipGraphDebugDotPrint hipGraphKernelNodeCopyAttributes hipGraphNodeSetEnabled hipGraphNodeGetEnabled
    hipGraphAddExternalSemaphoresWaitNode hipGraphAddExternalSemaphoresSignalNode
    hipGraphExternalSemaphoresSignalNodeSetParams hipGraphExternalSemaphoresWaitNodeSetParams
    hipGraphExternalSemaphoresSignalNodeGetParams hipGraphExternalSemaphoresWaitNodeGetParams
    hipGraphExecExternalSemaphoresSignalNodeSetParams hipGraphExecExternalSemaphoresWaitNodeSetParams
    hipDrvGraphMemcpyNodeGetParams hipDrvGraphMemcpyNodeSetParams hipDrvGraphAddMemsetNode
    hipDrvGraphAddMemFreeNode hipDrvGraphExecMemcpyNodeSetParams hipDrvGraphExecMemsetNodeSetParams
    hipMemAddressFree hipMemAddressReserve hipMemCreate hipMemExportToShareableHandle hipMemGetAccess
    hipMemGetAllocationGranularity hipMemGetAllocationPropertiesFromHandle hipMemImportFromShareableHandle
    hipMemMap hipMemMapArrayAsync hipMemRelease hipMemRetainAllocationHandle hipMemSetAccess hipMemUnmap
    hipGraphicsMapResources hipGraphicsSubResourceGetMappedArray hipGraphicsResourceGetMappedPointer
    hipGraphicsUnmapResources hipGraphicsUnregisterResource
    hipMemcpy_spt hipMemcpyToSymbol_spt hipMemcpyFromSymbol_spt hipMemcpy2D_spt hipMemcpy2DFromArray_spt
    hipMemcpy3D_spt hipMemset_spt hipMemsetAsync_spt hipMemset2D_spt hipMemset2DAsync_spt hipMemset3DAsync_spt
    hipMemset3D_spt hipMemcpyAsync_spt hipMemcpy3DAsync_spt hipMemcpy2DAsync_spt hipMemcpyFromSymbolAsync_spt
    hipMemcpyToSymbolAsync_spt hipMemcpyFromArray_spt hipMemcpy2DToArray_spt hipMemcpy2DFromArrayAsync_spt
    hipMemcpy2DToArrayAsync_spt hipStreamQuery_spt hipStreamSynchronize_spt hipStreamGetPriority_spt
    hipStreamWaitEvent_spt hipStreamGetFlags_spt hipStreamAddCallback_spt hipEventRecord_spt
    hipLaunchCooperativeKernel_spt hipGraphLaunch_spt hipStreamBeginCapture_spt hipStreamEndCapture_spt
    hipStreamIsCapturing_spt hipStreamGetCaptureInfo_spt hipStreamGetCaptureInfo_v2_spt hipLaunchHostFunc_spt
    hipGetDriverEntryPoint_spt
}
